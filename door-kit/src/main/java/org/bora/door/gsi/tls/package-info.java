/** The TLS engines of the door: BoringSSL, Corretto's provider, the JDK's own. TLS 1.2 only. */
package org.bora.door.gsi.tls;
