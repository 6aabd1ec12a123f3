package org.bora.gridftp.copy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file on a GridFTP server.
 *
 * @param host the name that the server's certificate must contain
 * @param path absolute, as the server sees it; not percent-encoded
 */
public record GsiftpUrl(String host, int port, String path) {

  /** The default port of GridFTP servers (IANA: gsiftp). */
  public static final int USUAL_PORT = 2811;

  private static final Pattern FORM =
      Pattern.compile(
          "(?i)gsiftp://(?<host>[a-z0-9](?:[a-z0-9._-]*)|\\[[0-9a-f:.]+\\])"
              + "(?::(?<port>\\d{1,5}))?(?<path>/.*)");

  public GsiftpUrl {
    Objects.requireNonNull(host, "host");
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port %d is not within 1 to 65535".formatted(port));
    }
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw new IllegalArgumentException("not an absolute path of one line: '" + path + "'");
    }
  }

  /**
   * Understands {@code gsiftp://host[:port]/path}; escapes are decoded, several slashes at the
   * front are one, and a user name is not taken.
   *
   * @return empty where the text is something else
   */
  public static Optional<GsiftpUrl> parse(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    String host = found.group("host").toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    String port = found.group("port");
    try {
      String path = decode(found.group("path").replaceFirst("^/+", "/"));
      return Optional.of(
          new GsiftpUrl(host, port == null ? USUAL_PORT : Integer.parseInt(port), path));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a port or an escape that is none
    }
  }

  private static String decode(String encoded) {
    byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        decoded.write(hexadecimal(encoded, bytes, i));
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  private static int hexadecimal(String whole, byte[] bytes, int at) {
    int high = at + 2 < bytes.length ? Character.digit(bytes[at + 1], 16) : -1;
    int low = at + 2 < bytes.length ? Character.digit(bytes[at + 2], 16) : -1;
    if (high < 0 || low < 0) {
      throw new IllegalArgumentException("an invalid escape in '" + whole + "'");
    }
    return high << 4 | low;
  }

  @Override
  public String toString() {
    return "gsiftp://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port + path;
  }
}
