/** What the service is. */
package org.bora.api.discovery;
