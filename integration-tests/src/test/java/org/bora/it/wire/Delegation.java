package org.bora.it.wire;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/** The client's side of the exchange after the byte {@code D}: a request in, a proxy out. */
final class Delegation {
  private static final ASN1ObjectIdentifier PROXY_CERT_INFO =
      new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.14");
  private static final ASN1ObjectIdentifier INHERIT_ALL =
      new ASN1ObjectIdentifier("1.3.6.1.5.5.7.21.1");

  private Delegation() {}

  /** One DER object, a certification request, as it comes. */
  static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(next(in));
    int length = next(in);
    whole.write(length);
    if (length >= 0x80) {
      int bytes = length - 0x80;
      length = 0;
      for (int at = 0; at < bytes; at++) {
        int digit = next(in);
        whole.write(digit);
        length = length << 8 | digit;
      }
    }
    whole.write(in.readNBytes(length));
    return whole.toByteArray();
  }

  private static int next(InputStream in) throws IOException {
    int read = in.read();
    if (read < 0) {
      throw new EOFException("the server closed the connection during the delegation");
    }
    return read;
  }

  /** An RFC 3820 proxy of the credential for the key of a request, from 5 minutes ago on. */
  static byte[] sign(PEMCredential credential, byte[] request, Duration life)
      throws IOException, GeneralSecurityException {
    PKCS10CertificationRequest wanted = new PKCS10CertificationRequest(request);
    X509Certificate issuer = credential.getCertificateChain()[0];
    X500Name name = X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded());
    BigInteger serial = new BigInteger(63, new SecureRandom());
    Instant now = Instant.now();
    X509v3CertificateBuilder proxy =
        new X509v3CertificateBuilder(
            name,
            serial,
            Date.from(now.minus(Duration.ofMinutes(5))),
            Date.from(now.plus(life)),
            below(name, serial),
            wanted.getSubjectPublicKeyInfo());
    proxy.addExtension(
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
    proxy.addExtension(PROXY_CERT_INFO, true, new DERSequence(new DERSequence(INHERIT_ALL)));
    try {
      return proxy
          .build(new JcaContentSignerBuilder("SHA256withRSA").build(credential.getKey()))
          .getEncoded();
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static X500Name below(X500Name issuer, BigInteger serial) {
    RDN[] above = issuer.getRDNs();
    RDN[] names = java.util.Arrays.copyOf(above, above.length + 1);
    names[above.length] =
        new RDN(BCStyle.CN, new org.bouncycastle.asn1.DERUTF8String(serial.toString()));
    return new X500Name(names);
  }
}
