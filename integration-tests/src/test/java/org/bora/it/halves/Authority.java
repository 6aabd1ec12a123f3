package org.bora.it.halves;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
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

/** A certificate authority for one test, and the files of those who trust it. */
public final class Authority {

  private static final Duration DAY = Duration.ofDays(1);

  private final Path directory;
  private final X500Name name;
  private final KeyPair keys = keys();
  private final Path certificate;
  private long serial = 1;

  public Authority(Path directory, String commonName) {
    this.directory = directory;
    this.name = new X500Name("DC=test,CN=" + commonName);
    Instant now = Instant.now();
    this.certificate =
        write(commonName + ".pem", sign(name, keys, now.minus(DAY), now.plus(DAY), true));
  }

  /** Files of a host of this name that is valid now and believes this authority. */
  public PeerFiles host(String commonName) {
    Instant now = Instant.now();
    return host(commonName, now.minus(DAY), now.plus(DAY));
  }

  /** Files of a host whose certificate ends so soon. */
  PeerFiles ending(String commonName, Duration left) {
    Instant now = Instant.now();
    return host(commonName, now.minus(DAY), now.plus(left));
  }

  /** Files of a host whose certificate has run out. */
  PeerFiles expired(String commonName) {
    Instant now = Instant.now();
    return host(commonName, now.minus(DAY.multipliedBy(2)), now.minus(DAY));
  }

  private PeerFiles host(String commonName, Instant from, Instant until) {
    KeyPair own = keys();
    X509Certificate signed =
        sign(new X500Name("DC=test,CN=" + commonName), own, from, until, false);
    String file = commonName + "-" + serial;
    return new PeerFiles(
        certificate, write(file + ".crt", signed), write(file + ".key", own.getPrivate()));
  }

  /** A revocation list of this authority in PEM. */
  String list(X509Certificate revoked) throws IOException {
    Instant now = Instant.now();
    var list = new X509v2CRLBuilder(name, Date.from(now.minus(DAY)));
    list.setNextUpdate(Date.from(now.plus(DAY)));
    list.addCRLEntry(revoked.getSerialNumber(), Date.from(now), CRLReason.keyCompromise);
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(
          list.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (OperatorCreationException broken) {
      throw new IllegalStateException(broken);
    }
    return text.toString();
  }

  private X509Certificate sign(
      X500Name subject, KeyPair own, Instant from, Instant until, boolean authority) {
    try {
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              BigInteger.valueOf(serial++),
              Date.from(from),
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

  private Path write(String file, Object what) {
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(what instanceof PrivateKey key ? new JcaPKCS8Generator(key, null) : what);
      pem.flush();
      Path written = Files.writeString(directory.resolve(file), text.toString());
      if (what instanceof PrivateKey) {
        Files.setPosixFilePermissions(written, PosixFilePermissions.fromString("rw-------"));
      }
      return written;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
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
