package org.bora.backend.turl;

import java.nio.charset.StandardCharsets;

/**
 * A path as RFC 3986 writes it. Everything except slashes and the unreserved characters of its
 * section 2.3 is escaped, even if the grammar does not require it: globus-url-copy and gfal2 decode
 * every escape, but treat some characters differently if raw, such as {@code ?}, {@code #}, {@code
 * [} and blanks.
 */
final class UrlPath {

  private static final String HEX = "0123456789ABCDEF";

  private UrlPath() {}

  static String encode(String path) {
    StringBuilder encoded = new StringBuilder(path.length() + 16);
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      int value = b & 0xFF;
      if (value == '/' || isUnreserved(value)) {
        encoded.append((char) value);
      } else {
        encoded.append('%').append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 15));
      }
    }
    return encoded.toString();
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~".indexOf(c) >= 0;
  }
}
