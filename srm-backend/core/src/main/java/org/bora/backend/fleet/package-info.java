/** What all processes of a site report about themselves; any backend can be asked for it. */
package org.bora.backend.fleet;
