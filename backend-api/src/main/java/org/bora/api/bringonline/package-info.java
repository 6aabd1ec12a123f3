/** Staging files. */
package org.bora.api.bringonline;
