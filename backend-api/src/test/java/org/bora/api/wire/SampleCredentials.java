package org.bora.api.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.bora.api.copy.DelegatedCredential;

/**
 * Credentials of keys made here, with certificates that sign themselves: the JDK has no public way
 * to make one, so the few objects of X.509 version 1 are written out (RFC 5280 section 4.1).
 */
final class SampleCredentials {

  static final List<DelegatedCredential> ALL = List.of(credential("RSA", 2048), elliptic());

  private SampleCredentials() {}

  private static DelegatedCredential elliptic() {
    DelegatedCredential one = credential("EC", 256);
    X509Certificate issuer = credential("EC", 256).chain().getFirst();
    return new DelegatedCredential(one.key(), List.of(one.chain().getFirst(), issuer));
  }

  static DelegatedCredential credential(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      KeyPair pair = generator.generateKeyPair();
      return new DelegatedCredential(pair.getPrivate(), List.of(certificate(pair)));
    } catch (GeneralSecurityException impossible) {
      throw new LinkageError(algorithm, impossible);
    }
  }

  private static X509Certificate certificate(KeyPair pair) throws GeneralSecurityException {
    boolean rsa = pair.getPrivate().getAlgorithm().equals("RSA");
    byte[] algorithm =
        HexFormat.of()
            .parseHex(rsa ? "300d06092a864886f70d01010b0500" : "300a06082a8648ce3d040302");
    byte[] name = name("delegated " + pair.getPrivate().getAlgorithm());
    byte[] validity = object(0x30, time("260101000000Z"), time("270101000000Z"));
    byte[] body =
        object(
            0x30,
            object(0x02, new byte[] {1}),
            algorithm,
            name,
            validity,
            name,
            pair.getPublic().getEncoded());
    Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(body);
    byte[] whole = object(0x30, body, algorithm, object(0x03, new byte[] {0}, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
  }

  private static byte[] name(String commonName) {
    byte[] type = object(0x06, new byte[] {0x55, 0x04, 0x03});
    byte[] value = object(0x0c, commonName.getBytes(StandardCharsets.UTF_8));
    return object(0x30, object(0x31, object(0x30, type, value)));
  }

  private static byte[] time(String utc) {
    return object(0x17, utc.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] object(int tag, byte[]... contents) {
    int length = Arrays.stream(contents).mapToInt(content -> content.length).sum();
    var der = new ByteArrayOutputStream();
    der.write(tag);
    if (length > 255) {
      der.write(0x82);
      der.write(length >> 8);
    } else if (length > 127) {
      der.write(0x81);
    }
    der.write(length);
    for (byte[] content : contents) {
      der.writeBytes(content);
    }
    return der.toByteArray();
  }
}
