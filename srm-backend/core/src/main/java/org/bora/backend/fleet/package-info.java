/** The reports of all processes of a site about themselves. Any backend has them. */
package org.bora.backend.fleet;
