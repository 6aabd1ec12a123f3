package org.bora.admin;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bora.api.peer.PeerFiles;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority for one test, and files of those who have a certificate of it. */
final class TestAuthority {
  private static final Duration DAY = Duration.ofDays(1);

  private final Path directory;
  private final X500Name name;
  private final KeyPair keys = keys();
  private final Path certificate;
  private int serial = 1;

  TestAuthority(Path directory, String commonName) throws IOException {
    this.directory = directory;
    this.name = new X500Name("DC=test,CN=" + commonName);
    Instant now = Instant.now();
    this.certificate = write(commonName + ".pem", sign(name, keys, now.plus(DAY), true));
  }

  /** Of somebody, who believes this authority. */
  PeerFiles of(String commonName) throws IOException {
    return of(commonName, Instant.now().plus(DAY));
  }

  PeerFiles of(String commonName, Instant until) throws IOException {
    KeyPair own = keys();
    String file = commonName + "-" + serial;
    return new PeerFiles(
        certificate,
        write(file + ".crt", sign(new X500Name("DC=test,CN=" + commonName), own, until, false)),
        write(file + ".key", new JcaPKCS8Generator(own.getPrivate(), null)));
  }

  /** A revocation list of this authority in PEM. */
  String list(Instant until, X509Certificate... revoked) throws IOException {
    var list = new X509v2CRLBuilder(name, Date.from(Instant.now().minus(DAY.multipliedBy(2))));
    list.setNextUpdate(Date.from(until));
    for (X509Certificate each : revoked) {
      list.addCRLEntry(each.getSerialNumber(), Date.from(Instant.now()), CRLReason.keyCompromise);
    }
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(
          list.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (OperatorCreationException broken) {
      throw new IllegalStateException(broken);
    }
    return text.toString();
  }

  private X509Certificate sign(X500Name subject, KeyPair own, Instant until, boolean authority) {
    try {
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              BigInteger.valueOf(serial++),
              Date.from(until.minus(DAY.multipliedBy(3))),
              Date.from(until),
              subject,
              own.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (IOException | GeneralSecurityException | OperatorCreationException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private Path write(String file, Object what) throws IOException {
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(what);
    }
    return Files.writeString(directory.resolve(file), text.toString());
  }

  private static KeyPair keys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
