/**
 * Copies a file from one GridFTP server to another: the data go between the two, this side only
 * steers (third-party transfer, RFC 959 section 5.2 with the extensions of GFD.20).
 */
package org.bora.gridftp.copy;
