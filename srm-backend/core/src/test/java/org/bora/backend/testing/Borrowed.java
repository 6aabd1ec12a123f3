package org.bora.backend.testing;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bora.api.copy.DelegatedCredential;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Credentials that nobody trusts, for copies that never get so far that it would matter. */
public final class Borrowed {

  private Borrowed() {}

  public static DelegatedCredential until(Instant end) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      KeyPair pair = generator.generateKeyPair();
      X500Name name = new X500Name("CN=Alice");
      Date begin = Date.from(Instant.EPOCH);
      var builder =
          new JcaX509v3CertificateBuilder(
              name, BigInteger.ONE, begin, Date.from(end), name, pair.getPublic());
      X509Certificate certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
      return new DelegatedCredential(pair.getPrivate(), List.of(certificate));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
