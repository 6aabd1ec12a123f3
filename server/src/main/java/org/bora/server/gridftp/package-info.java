/** The GridFTP server that an all-in-one Bora runs beside itself. */
package org.bora.server.gridftp;
