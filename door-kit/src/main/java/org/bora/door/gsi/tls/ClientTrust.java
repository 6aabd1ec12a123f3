package org.bora.door.gsi.tls;

import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bora.door.gsi.trust.ChainVerdict;
import org.bora.door.gsi.trust.ChainVerifier;

/**
 * Passes the verdict on a chain to a TLS implementation. It decides nothing itself; its exceptions
 * make the implementation send the right alert.
 */
class ClientTrust extends X509ExtendedTrustManager {

  private static final X509Certificate[] ANY_ISSUER = {};

  private final ChainVerifier verifier;

  ClientTrust(ChainVerifier verifier) {
    this.verifier = verifier;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (verifier.verify(chain) instanceof ChainVerdict.Refused refused) {
      throw exception(refused);
    }
  }

  /** JSSE and netty both read the alert off the reason of a CertPathValidatorException. */
  CertificateException exception(ChainVerdict.Refused refused) {
    BasicReason reason =
        switch (refused.cause()) {
          case EXPIRED, NOT_YET_VALID -> BasicReason.EXPIRED;
          case REVOKED -> BasicReason.REVOKED;
          case MALFORMED -> BasicReason.INVALID_SIGNATURE;
          case UNTRUSTED, PROXY_KIND -> BasicReason.UNSPECIFIED;
        };
    return new CertificateException(
        refused.reason(), new CertPathValidatorException(refused.reason(), null, null, -1, reason));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("the door is never a client");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw new CertificateException("the door is never a client");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("the door is never a client");
  }

  /**
   * No list of authorities goes to the client: with a hundred of them it costs 10 kB a connection.
   */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return ANY_ISSUER;
  }
}
