package org.bora.door.gsi.trust;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate of which everything may be wrong, before it is signed. */
public final class Draft {

  /** RFC 3820 section 3.8. */
  static final ASN1ObjectIdentifier PROXY_CERT_INFO =
      new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.14");

  private final X500Name issuer;
  private final PrivateKey signer;
  private final X500Name subject;
  private final PublicKey key;
  private final ExtensionsGenerator extensions = new ExtensionsGenerator();
  private Instant from = Instant.now().minus(Duration.ofHours(1));
  private Instant until = Instant.now().plus(Duration.ofDays(1));
  private String algorithm;

  private Draft(X500Name issuer, PrivateKey signer, X500Name subject, PublicKey key) {
    this.issuer = issuer;
    this.signer = signer;
    this.subject = subject;
    this.key = key;
    this.algorithm = signer.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
  }

  /** A certificate without any extension, valid now. */
  public static Draft of(Signatory issuer, X500Name subject, PublicKey key) {
    return new Draft(issuer.name(), issuer.key(), subject, key);
  }

  /** An authority, below another or its own. */
  static Draft authority(Signatory issuer, X500Name subject, PublicKey key) {
    return of(issuer, subject, key)
        .with(Extension.basicConstraints, true, new BasicConstraints(true))
        .with(Extension.subjectKeyIdentifier, false, identifier(key))
        .with(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
  }

  /** A user as authorities certify them. */
  static Draft user(Signatory issuer, X500Name subject, PublicKey key) {
    return of(issuer, subject, key)
        .with(Extension.basicConstraints, true, new BasicConstraints(false))
        .with(Extension.subjectKeyIdentifier, false, identifier(key))
        .with(Extension.keyUsage, true, usage());
  }

  private static SubjectKeyIdentifier identifier(PublicKey key) {
    try {
      return new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A proxy but for its ProxyCertInfo. */
  static Draft bareProxy(Signatory issuer, String commonName, PublicKey key) {
    return of(issuer, below(issuer.name(), commonName), key)
        .with(Extension.keyUsage, true, usage());
  }

  private static KeyUsage usage() {
    return new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment);
  }

  /** The name with one more common name at its end. */
  static X500Name below(X500Name name, String commonName) {
    RDN[] above = name.getRDNs();
    RDN[] all = Arrays.copyOf(above, above.length + 1);
    all[above.length] = new RDN(BCStyle.CN, new DERUTF8String(commonName));
    return new X500Name(all);
  }

  public Draft with(ASN1ObjectIdentifier extension, boolean critical, ASN1Encodable value) {
    try {
      extensions.addExtension(extension, critical, value);
      return this;
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** An extension whose content is no ASN.1 of anybody's. */
  public Draft withBytes(ASN1ObjectIdentifier extension, boolean critical, byte[] content) {
    extensions.addExtension(extension, critical, content);
    return this;
  }

  Draft valid(Duration begin, Duration end) {
    from = Instant.now().plus(begin);
    until = Instant.now().plus(end);
    return this;
  }

  Draft by(String signatureAlgorithm) {
    algorithm = signatureAlgorithm;
    return this;
  }

  public X509Certificate sign() {
    var builder =
        new X509v3CertificateBuilder(
            issuer,
            BigInteger.valueOf(System.nanoTime()),
            Date.from(from),
            Date.from(until),
            subject,
            SubjectPublicKeyInfo.getInstance(key.getEncoded()));
    try {
      if (!extensions.isEmpty()) {
        var all = extensions.generate();
        for (ASN1ObjectIdentifier oid : all.getExtensionOIDs()) {
          builder.addExtension(all.getExtension(oid));
        }
      }
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(signer)));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
