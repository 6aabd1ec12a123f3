package org.bora.s3.sign;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256 and what is made of it. */
final class Hashes {
  /** Of no bytes. */
  static final String EMPTY = hex(new byte[0]);

  private Hashes() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** HMAC-SHA256 in hexadecimal digits. */
  static String hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has HmacSHA256", impossible);
    }
  }

  /** In a time that does not tell where they differ. */
  static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
