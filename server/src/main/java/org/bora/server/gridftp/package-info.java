/** The GridFTP server that an all-in-one Bora starts. */
package org.bora.server.gridftp;
