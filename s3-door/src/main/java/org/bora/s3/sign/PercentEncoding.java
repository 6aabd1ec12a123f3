package org.bora.s3.sign;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/** Percent-encoding as Signature Version 4 has it: all but letters, digits and {@code -._~}. */
public final class PercentEncoding {
  private static final String HEX = "0123456789ABCDEF";

  private PercentEncoding() {}

  /**
   * Encodes text as canonical requests have it.
   *
   * @param slashes whether slashes stay
   */
  public static String encode(String text, boolean slashes) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      int c = b & 0xFF;
      boolean plain = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (plain || "-._~".indexOf(c) >= 0 || (slashes && c == '/')) {
        encoded.append((char) c);
      } else {
        encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
      }
    }
    return encoded.toString();
  }

  /**
   * Decodes a path or a name.
   *
   * @throws Refused if it is not percent-encoded UTF-8
   */
  public static String decode(String encoded) throws Refused {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    var bytes = new ByteArrayOutputStream();
    byte[] raw = encoded.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < raw.length; at++) {
      if (raw[at] != '%') {
        bytes.write(raw[at]);
        continue;
      }
      int high = at + 2 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
      int low = at + 2 < raw.length ? Character.digit(raw[at + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw S3Error.INVALID_ARGUMENT.because("a % must begin an escape of two digits");
      }
      bytes.write(high << 4 | low);
      at += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw S3Error.INVALID_ARGUMENT.because("a name is UTF-8");
    }
  }
}
