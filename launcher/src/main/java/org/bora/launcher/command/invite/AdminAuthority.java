package org.bora.launcher.command.invite;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A site's own certificate authority for its administrators. New keys are EC P-256; an authority
 * that was made with openssl may have an RSA key.
 *
 * @param certificate of the authority
 * @param key that signs
 */
record AdminAuthority(X509Certificate certificate, PrivateKey key) {
  private static final Duration LIFE = Duration.ofDays(3650);

  /** Clocks of other machines may be behind. */
  private static final Duration SKEW = Duration.ofHours(1);

  private static final int SERIAL_BITS = 127;
  private static final String ORGANISATION = "Bora";

  /** A certificate with its key. */
  record Issued(X509Certificate certificate, PrivateKey key) {}

  /** Makes an authority of this name. */
  static AdminAuthority make(String name, Instant now) throws IOException {
    KeyPair pair = pair();
    X500Name subject = subject(name);
    X509v3CertificateBuilder builder = builder(subject, subject, pair.getPublic(), now, LIFE);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    return new AdminAuthority(signed(builder, pair.getPrivate()), pair.getPrivate());
  }

  /**
   * Reads one.
   *
   * @throws IOException a file cannot be read, or is none; the message names it
   */
  static AdminAuthority read(Path certificate, Path key) throws IOException {
    try (var in = Files.newInputStream(certificate);
        Reader text = Files.newBufferedReader(key);
        PEMParser parser = new PEMParser(text)) {
      var read = CertificateFactory.getInstance("X.509").generateCertificate(in);
      PrivateKeyInfo info =
          switch (parser.readObject()) {
            case PEMKeyPair pair -> pair.getPrivateKeyInfo();
            case PrivateKeyInfo plain -> plain;
            case null, default ->
                throw new IOException(key + " is no private key without a pass phrase");
          };
      return new AdminAuthority(
          (X509Certificate) read, new JcaPEMKeyConverter().getPrivateKey(info));
    } catch (CertificateException none) {
      throw new IOException(certificate + " is no certificate: " + none.getMessage(), none);
    }
  }

  /** A certificate for a person. */
  Issued person(String name, Duration life, Instant now) throws IOException {
    return issue(name, Optional.empty(), life, now, KeyPurposeId.id_kp_clientAuth);
  }

  /** A certificate for the port of a machine. */
  Issued host(String name, Duration life, Instant now) throws IOException {
    return issue(
        name,
        Optional.of(new GeneralNames(new GeneralName(GeneralName.dNSName, name))),
        life,
        now,
        KeyPurposeId.id_kp_serverAuth,
        KeyPurposeId.id_kp_clientAuth);
  }

  private Issued issue(
      String name,
      Optional<GeneralNames> names,
      Duration life,
      Instant now,
      KeyPurposeId... purposes)
      throws IOException {
    KeyPair pair = pair();
    X500Name issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    X509v3CertificateBuilder builder = builder(issuer, subject(name), pair.getPublic(), now, life);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes));
    if (names.isPresent()) {
      builder.addExtension(Extension.subjectAlternativeName, false, names.get());
    }
    return new Issued(signed(builder, key), pair.getPrivate());
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Instant now, Duration life) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(SERIAL_BITS, new SecureRandom()),
        Date.from(now.minus(SKEW)),
        Date.from(now.plus(life)),
        subject,
        key);
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws IOException {
    try {
      String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key)));
    } catch (OperatorCreationException | CertificateException unusable) {
      throw new IOException(
          "the key of the authority cannot sign: " + unusable.getMessage(), unusable);
    }
  }

  private static X500Name subject(String name) {
    return new X500NameBuilder(BCStyle.INSTANCE)
        .addRDN(BCStyle.O, ORGANISATION)
        .addRDN(BCStyle.CN, name)
        .build();
  }

  /** As {@code admin.admins} writes the subject of this name. */
  static String written(String name) {
    return "/O=" + ORGANISATION + "/CN=" + name;
  }

  private static KeyPair pair() throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException noKeys) {
      throw new IOException("this Java makes no keys: " + noKeys.getMessage(), noKeys);
    }
  }
}
