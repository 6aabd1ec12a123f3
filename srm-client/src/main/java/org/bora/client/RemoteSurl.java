package org.bora.client;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file at an SRM, and where that SRM is called.
 *
 * @param host as the server's certificate must name it
 * @param servicePath of the web service, beginning with a slash
 * @param text the SURL as it was given: that is how the other side gets it
 */
public record RemoteSurl(String host, int port, String servicePath, String text) {

  /** Where StoRM listens, and this service; used when a SURL names no port. */
  public static final int USUAL_PORT = 8444;

  /** Where SRM v2.2 is served unless the SURL names another path. */
  public static final String USUAL_SERVICE = "/srm/managerv2";

  private static final Pattern FORM =
      Pattern.compile(
          "(?i)srm://(?<host>[a-z0-9](?:[a-z0-9._-]*)|\\[[0-9a-f:.]+\\])"
              + "(?::(?<port>\\d{1,5}))?(?:(?<service>/[^?#]*)\\?SFN=(?<sfn>.+)|(?<path>/.*)?)");

  public RemoteSurl {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(text, "text");
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port %d is not within 1 to 65535".formatted(port));
    }
    if (!servicePath.matches("/[A-Za-z0-9._~/-]*")) {
      throw new IllegalArgumentException("not a path of a service: '" + servicePath + "'");
    }
  }

  /**
   * Understands {@code srm://host[:port]/path} and {@code srm://host[:port]/service?SFN=/path}.
   *
   * @return empty where the text is something else
   */
  public static Optional<RemoteSurl> parse(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    String host = found.group("host").toLowerCase(Locale.ROOT);
    String port = found.group("port");
    String service = found.group("service");
    try {
      return Optional.of(
          new RemoteSurl(
              host,
              port == null ? USUAL_PORT : Integer.parseInt(port),
              service == null ? USUAL_SERVICE : service,
              text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
