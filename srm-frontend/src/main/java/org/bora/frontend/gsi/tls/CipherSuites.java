package org.bora.frontend.gsi.tls;

import java.util.List;

/**
 * Forward secret and authenticated suites of TLS 1.2 (RFC 7525 section 4.2, RFC 7905); AES-128
 * first, which is what a SOAP call needs. Every client seen speaks the GCM ones.
 */
final class CipherSuites {

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
