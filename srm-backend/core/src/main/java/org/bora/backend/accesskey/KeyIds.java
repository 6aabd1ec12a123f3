package org.bora.backend.accesskey;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;

/**
 * Identifiers of access keys: 80 random bits, and an authentication code of 40 bits made with a key
 * of the vault. So an identifier that no backend of this site made is refused without a query to
 * the database, and costs less than a known one.
 */
final class KeyIds {
  private static final String PREFIX = "BORA";
  private static final int RADIX = 32;
  private static final int DIGITS_OF_RANDOM = 16;
  private static final int DIGITS_OF_CODE = 8;
  private static final int BYTES_OF_RANDOM = 10;
  private static final int BYTES_OF_CODE = 5;
  private static final int LENGTH = PREFIX.length() + DIGITS_OF_RANDOM + DIGITS_OF_CODE;

  private KeyIds() {}

  /** A new one. */
  static String fresh(VaultKey key, RandomGenerator random) {
    byte[] bytes = new byte[BYTES_OF_RANDOM];
    random.nextBytes(bytes);
    String named = PREFIX + digits(bytes, DIGITS_OF_RANDOM);
    return named + code(key, named);
  }

  /** Whether a text, which may be anything, is an identifier that was made with one of the keys. */
  static boolean isOurs(List<VaultKey> keys, String text) {
    if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
      return false;
    }
    String named = text.substring(0, LENGTH - DIGITS_OF_CODE);
    byte[] code = text.substring(LENGTH - DIGITS_OF_CODE).getBytes(StandardCharsets.UTF_8);
    return keys.stream()
        .anyMatch(
            key ->
                MessageDigest.isEqual(code(key, named).getBytes(StandardCharsets.US_ASCII), code));
  }

  private static String code(VaultKey key, String named) {
    try {
      Mac mac = Mac.getInstance(key.marking().getAlgorithm());
      mac.init(key.marking());
      byte[] whole = mac.doFinal(named.getBytes(StandardCharsets.UTF_8));
      byte[] code = new byte[BYTES_OF_CODE];
      System.arraycopy(whole, 0, code, 0, BYTES_OF_CODE);
      return digits(code, DIGITS_OF_CODE);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has HMAC-SHA256", impossible);
    }
  }

  private static String digits(byte[] bytes, int count) {
    String digits = new BigInteger(1, bytes).toString(RADIX).toUpperCase(Locale.ROOT);
    return "0".repeat(count - digits.length()) + digits;
  }
}
