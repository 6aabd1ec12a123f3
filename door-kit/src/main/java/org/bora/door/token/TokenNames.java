package org.bora.door.token;

import java.nio.charset.StandardCharsets;

/**
 * The name of a token's subject, in the form that certificate subjects have: {@code
 * /ISSUER=iam.example.org/SUB=alice}. Bans, limits, the grid-mapfile and the audit log use such
 * names. Characters that could make one name look like another are written as {@code %2F}.
 */
final class TokenNames {
  private TokenNames() {}

  /** Of a subject of an issuer. */
  static String of(String issuer, String subject) {
    return of(issuer) + "/SUB=" + escaped(subject);
  }

  /** Of the issuer itself; with and without a slash at its end it is the same. */
  static String of(String issuer) {
    String rest = issuer.startsWith("https://") ? issuer.substring("https://".length()) : issuer;
    return "/ISSUER=" + escaped(rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest);
  }

  private static String escaped(String text) {
    StringBuilder written = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~@:+ ".indexOf(c) >= 0;
      if (plain) {
        written.append(c);
      } else {
        written.append('%').append(String.format("%02X", (int) c));
      }
    }
    return written.toString();
  }
}
