package org.bora.door.gsi.tls;

import java.util.List;

/**
 * Forward secret and authenticated suites of TLS 1.2 (RFC 7525 section 4.2, RFC 7905); AES-128
 * first, which is what a SOAP call needs. Every client seen speaks the GCM ones.
 */
final class CipherSuites {

  /**
   * No TLS 1.3: Globus clients wait for one record too many or too few after its handshake. What
   * comes after a handshake is not told from a second one ({@code TlsConnectionFactory}) either.
   */
  static final String PROTOCOL = "TLSv1.2";

  static final List<String> NAMES =
      List.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private CipherSuites() {}
}
