package org.bora.door.gsi.trust;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * A chain in the JDK's own certificate class. TLS engines return their own classes, which parse on
 * every call; canl and the VOMS library make many calls.
 */
final class ParsedChain {

  private ParsedChain() {}

  static X509Certificate[] of(X509Certificate[] chain) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    X509Certificate[] parsed = new X509Certificate[chain.length];
    for (int i = 0; i < chain.length; i++) {
      parsed[i] =
          (X509Certificate)
              factory.generateCertificate(new ByteArrayInputStream(chain[i].getEncoded()));
    }
    return parsed;
  }
}
