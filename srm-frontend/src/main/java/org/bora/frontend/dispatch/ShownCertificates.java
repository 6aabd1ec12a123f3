package org.bora.frontend.dispatch;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The certificates that a backend has shown in the handshake of an open connection. */
final class ShownCertificates {

  private ShownCertificates() {}

  /** Whether one of them has ended; false for a connection without TLS, within a process. */
  static boolean areOver(Attributes connection, Instant now) {
    SSLSession session = connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return false;
    }
    try {
      for (Certificate shown : session.getPeerCertificates()) {
        if (shown instanceof X509Certificate certificate
            && now.isAfter(certificate.getNotAfter().toInstant())) {
          return true;
        }
      }
      return false;
    } catch (SSLPeerUnverifiedException none) {
      return true;
    }
  }
}
