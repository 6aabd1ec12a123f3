package org.bora.door.gsi.trust;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;

/** SHA-256 over the bytes of a chain: the key of its verdict. Two longs and two more, no array. */
record Fingerprint(long first, long second, long third, long fourth) {

  /** Takes every certificate as sent, in order, each with its length. */
  static Fingerprint of(X509Certificate[] chain) throws CertificateEncodingException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    for (X509Certificate certificate : chain) {
      byte[] der = certificate.getEncoded();
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, der.length));
      digest.update(der);
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new Fingerprint(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
  }
}
