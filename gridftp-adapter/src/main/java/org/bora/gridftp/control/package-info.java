/**
 * The control channel of a GridFTP server (RFC 959, 2228, GFD.20) over jGlobus: connections, login,
 * commands. Each step has a deadline and needs no separate thread.
 */
package org.bora.gridftp.control;
