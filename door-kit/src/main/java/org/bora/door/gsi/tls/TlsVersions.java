package org.bora.door.gsi.tls;

import java.util.List;
import java.util.stream.Stream;

/** The versions of TLS that a port speaks, with their cipher suites, the preferred ones first. */
public enum TlsVersions {

  /**
   * TLS 1.2 alone, for SRM: after a handshake of TLS 1.3, Globus clients wait for one record too
   * many or too few.
   */
  GSI,

  /** TLS 1.3 and 1.2, for HTTP. */
  HTTP;

  /** As a session names it. */
  public static final String TLS_1_3 = "TLSv1.3";

  private static final String TLS_1_2 = "TLSv1.2";

  /**
   * Forward secret and authenticated suites of TLS 1.2 (RFC 7525 section 4.2, RFC 7905); AES-128
   * first, which is what a SOAP call needs. Every client seen speaks the GCM ones.
   */
  private static final List<String> SUITES_OF_1_2 =
      List.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private static final List<String> SUITES_OF_1_3 =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  /** As JSSE calls them. */
  String[] protocols() {
    return switch (this) {
      case GSI -> new String[] {TLS_1_2};
      case HTTP -> new String[] {TLS_1_3, TLS_1_2};
    };
  }

  /** As JSSE calls them. */
  List<String> suites() {
    return switch (this) {
      case GSI -> SUITES_OF_1_2;
      case HTTP -> Stream.concat(SUITES_OF_1_3.stream(), SUITES_OF_1_2.stream()).toList();
    };
  }
}
