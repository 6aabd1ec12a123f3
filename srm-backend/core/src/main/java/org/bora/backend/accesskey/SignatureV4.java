package org.bora.backend.accesskey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Derives the keys of AWS Signature Version 4, as defined by Amazon's "Create a signed AWS API
 * request".
 */
final class SignatureV4 {
  private static final String ALGORITHM = "HmacSHA256";

  private SignatureV4() {}

  /** The key that signs requests of one day to one service of a region. */
  static byte[] signingKey(String secret, String date, String region, String service) {
    byte[] start = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
    return hmac(hmac(hmac(hmac(start, date), region), service), "aws4_request");
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
    }
  }

  /** The day that a scope names; empty where it names none. */
  static Optional<LocalDate> day(String text) {
    try {
      return Optional.of(LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE));
    } catch (DateTimeParseException none) {
      return Optional.empty();
    }
  }
}
