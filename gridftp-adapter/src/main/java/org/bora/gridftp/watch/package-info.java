/** Which GridFTP servers a site has, which of them are healthy, and which to send a client to. */
package org.bora.gridftp.watch;
