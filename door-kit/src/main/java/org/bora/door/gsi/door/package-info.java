/** The port: TLS, then the GSI byte (and a delegation when asked for), then HTTP/1.1. */
package org.bora.door.gsi.door;
