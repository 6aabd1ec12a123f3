package org.bora.backend.locate;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent escapes (RFC 3986, 2.1) as UTF-8, strictly; everything else stays as it is. */
final class PercentDecoder {

  private PercentDecoder() {}

  /**
   * @throws IllegalArgumentException for half an escape or bytes that are not UTF-8
   */
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    StringBuilder decoded = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == '%') {
        int end = at;
        while (end < text.length() && text.charAt(end) == '%') {
          end += 3;
        }
        decoded.append(utf8(text, at, end));
        at = end;
      } else {
        decoded.append(text.charAt(at));
        at++;
      }
    }
    return decoded.toString();
  }

  /** Escapes that stand side by side are decoded together: one character may need several. */
  private static String utf8(String text, int start, int end) {
    ByteBuffer bytes = ByteBuffer.allocate((end - start) / 3);
    for (int at = start; at < end; at += 3) {
      bytes.put((byte) (digit(text, at + 1) * 16 + digit(text, at + 2)));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the percent escapes in the path are not UTF-8", e);
    }
  }

  private static int digit(String text, int at) {
    char c = at < text.length() ? text.charAt(at) : ' ';
    // Character.digit also takes the digits of other scripts
    int value = c < 128 ? Character.digit(c, 16) : -1;
    if (value < 0) {
      throw new IllegalArgumentException(
          "'%' must be followed by two hexadecimal digits; a '%' of a name is written %25");
    }
    return value;
  }
}
