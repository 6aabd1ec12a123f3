/**
 * The control channel of a GridFTP server (RFC 959, 2228, GFD.20) over jGlobus: connect, log in,
 * ask. Every step is under a deadline of ours and needs no thread of its own.
 */
package org.bora.gridftp.control;
