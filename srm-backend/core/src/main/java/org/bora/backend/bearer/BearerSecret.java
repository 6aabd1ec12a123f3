package org.bora.backend.bearer;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bora.api.bearer.DayKey;

/**
 * The secret of one generation.
 *
 * @param hex {@link #BYTES} bytes, hexadecimal
 */
record BearerSecret(long generation, String hex) {
  static final int BYTES = 32;

  BearerSecret {
    if (generation < 1 || hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException("a secret has a generation and " + BYTES + " bytes");
    }
  }

  byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** The key of a day, from which neither the secret nor the key of another day can be found. */
  DayKey key(long day) {
    byte[] label = ("bora bearer key " + day).getBytes(StandardCharsets.US_ASCII);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(bytes(), "HmacSHA256"));
      return new DayKey(generation, day, HexFormat.of().formatHex(mac.doFinal(label)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  @Override
  public String toString() {
    return "secret of generation " + generation;
  }
}
