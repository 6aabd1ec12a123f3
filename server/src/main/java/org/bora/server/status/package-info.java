/** What {@code bora status} tells, on the machine and from elsewhere. */
package org.bora.server.status;
