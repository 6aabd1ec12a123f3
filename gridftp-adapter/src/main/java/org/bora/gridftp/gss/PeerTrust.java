package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.CrlCheckingMode;
import eu.emi.security.authn.x509.NamespaceCheckingMode;
import eu.emi.security.authn.x509.OCSPCheckingMode;
import eu.emi.security.authn.x509.OCSPParametes;
import eu.emi.security.authn.x509.ProxySupport;
import eu.emi.security.authn.x509.RevocationParameters;
import eu.emi.security.authn.x509.ValidationResult;
import eu.emi.security.authn.x509.X509CertChainValidatorExt;
import eu.emi.security.authn.x509.impl.OpensslCertChainValidator;
import eu.emi.security.authn.x509.impl.ValidatorParams;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Judges the chains that servers show: authority, signing policy, CRL, validity. {@link GsiContext}
 * checks the name. Thread safe; shared by all credentials of a client.
 */
public final class PeerTrust extends X509ExtendedTrustManager implements AutoCloseable {

  // extended on purpose: JSSE wraps a plain trust manager in checks that know no proxy certificate

  private final X509CertChainValidatorExt validator;

  /** Opens the trust directory; nothing is read before the first chain is judged. */
  public PeerTrust(ServerTrustSettings settings) {
    CrlCheckingMode crls =
        settings.crlRequired() ? CrlCheckingMode.REQUIRE : CrlCheckingMode.IF_VALID;
    OCSPParametes withoutOcsp = new OCSPParametes(OCSPCheckingMode.IGNORE);
    boolean hashOfOpenSsl1 = true;
    boolean onDemand = true;
    this.validator =
        new OpensslCertChainValidator(
            settings.directory().toString(),
            hashOfOpenSsl1,
            NamespaceCheckingMode.EUGRIDPMA_GLOBUS,
            settings.reload().toMillis(),
            new ValidatorParams(new RevocationParameters(crls, withoutOcsp), ProxySupport.ALLOW),
            onDemand);
  }

  private void judge(X509Certificate[] chain) throws CertificateException {
    ValidationResult verdict = validator.validate(chain);
    if (!verdict.isValid()) {
      throw new CertificateException(
          "certificate of "
              + chain[0].getSubjectX500Principal().getName()
              + " is not trusted: "
              + verdict.toShortString());
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    judge(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    judge(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    judge(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("this side only calls servers");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  @Override
  public void close() {
    validator.dispose();
  }
}
