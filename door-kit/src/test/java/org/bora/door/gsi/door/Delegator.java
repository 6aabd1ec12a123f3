package org.bora.door.gsi.door;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/** The initiator's side of a delegation: signs RFC 3820 proxies. */
final class Delegator {

  static final String INHERIT_ALL = "1.3.6.1.5.5.7.21.1";
  static final String INDEPENDENT = "1.3.6.1.5.5.7.21.2";

  private static final ASN1ObjectIdentifier PROXY_CERT_INFO =
      new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.14");

  private Delegator() {}

  static X509Certificate sign(GsiClient.Credential by, PKCS10CertificationRequest request)
      throws Exception {
    return sign(by, request.getSubjectPublicKeyInfo(), INHERIT_ALL);
  }

  static X509Certificate sign(GsiClient.Credential by, PublicKey key) throws Exception {
    return sign(by, SubjectPublicKeyInfo.getInstance(key.getEncoded()), INHERIT_ALL);
  }

  static X509Certificate sign(GsiClient.Credential by, SubjectPublicKeyInfo key, String policy)
      throws Exception {
    X509Certificate issuer = by.chain().getFirst();
    X500Name name = X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded());
    BigInteger serial = new BigInteger(63, new SecureRandom());
    Instant now = Instant.now();
    var builder =
        new X509v3CertificateBuilder(
            name,
            serial,
            Date.from(now.minus(Duration.ofMinutes(5))),
            Date.from(now.plus(Duration.ofHours(1))),
            withCommonName(name, serial.toString()),
            key);
    builder.addExtension(
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
    builder.addExtension(PROXY_CERT_INFO, true, proxyCertInfo(policy));
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(by.key())));
  }

  /** RFC 3820 section 3.8: ProxyCertInfo with a policy language and no policy. */
  private static DERSequence proxyCertInfo(String policy) {
    var language = new ASN1EncodableVector();
    language.add(new ASN1ObjectIdentifier(policy));
    var info = new ASN1EncodableVector();
    info.add(new DERSequence(language));
    return new DERSequence(info);
  }

  private static X500Name withCommonName(X500Name name, String commonName) {
    RDN[] issuer = name.getRDNs();
    RDN[] subject = Arrays.copyOf(issuer, issuer.length + 1);
    subject[issuer.length] =
        new RDN(new AttributeTypeAndValue(BCStyle.CN, new DERUTF8String(commonName)));
    return new X500Name(subject);
  }
}
