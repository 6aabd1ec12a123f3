package org.bora.door.gsi.door;

import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** The header with a bearer token, and the one that asks for it (RFC 6750). */
public final class BearerToken {
  private static final String SCHEME = "Bearer";

  private BearerToken() {}

  /** The token of a request; empty where its header has another scheme, or is not there. */
  static Optional<String> of(HttpFields headers) {
    return of(headers, HttpHeader.AUTHORIZATION.asString());
  }

  /** The same of another header. */
  public static Optional<String> of(HttpFields headers, String header) {
    HttpField field = headers.getField(header);
    String value = field == null || field.getValue() == null ? "" : field.getValue().strip();
    boolean bearer =
        value.length() > SCHEME.length()
            && value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
            && Character.isWhitespace(value.charAt(SCHEME.length()));
    return bearer ? Optional.of(value.substring(SCHEME.length()).strip()) : Optional.empty();
  }

  /**
   * The challenge that tells the client how to authenticate.
   *
   * @param flaw the error of the token
   */
  static void challenge(HttpFields.Mutable answer, Optional<String> flaw) {
    String said =
        flaw.map(why -> ", error=\"invalid_token\", error_description=\"" + quotable(why) + "\"")
            .orElse("");
    answer.put(HttpHeader.WWW_AUTHENTICATE, SCHEME + " realm=\"bora\"" + said);
  }

  /** RFC 6750, section 3: printable ASCII without quote and backslash. */
  private static String quotable(String text) {
    StringBuilder kept = new StringBuilder();
    text.chars()
        .map(c -> c >= 0x20 && c <= 0x7e && c != '"' && c != '\\' ? c : '\'')
        .forEach(c -> kept.append((char) c));
    return kept.toString();
  }
}
