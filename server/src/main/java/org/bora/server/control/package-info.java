/** How commands of the administrator reach a Bora that runs: a socket in its directory. */
package org.bora.server.control;
