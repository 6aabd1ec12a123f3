package org.bora.http.remote;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Verifies the chains of servers by the trust anchors of the site. It is deliberately not an
 * extended trust manager: for a plain one, JSSE itself checks that the certificate belongs to the
 * host.
 */
final class OneTrust implements X509TrustManager {
  private final X509ExtendedTrustManager anchors;

  OneTrust(X509ExtendedTrustManager anchors) {
    this.anchors = Objects.requireNonNull(anchors, "anchors");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    anchors.checkServerTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("this side only calls servers");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
