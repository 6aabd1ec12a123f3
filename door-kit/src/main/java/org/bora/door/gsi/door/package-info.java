/** The port: TLS, then the GSI byte (and a delegation if requested), then HTTP/1.1. */
package org.bora.door.gsi.door;
