package org.bora.http;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpURI;

/**
 * How URLs name this service.
 *
 * @param host of the service, as SURLs name it
 * @param others hosts by which clients reach it too
 * @param port of HTTP here; clients may call another one, of a balancer
 */
public record ServiceNames(String host, Set<String> others, int port) {
  private static final int HTTPS_PORT = 443;

  public ServiceNames {
    Objects.requireNonNull(host, "host");
    others = others.stream().map(ServiceNames::plain).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether a URL is of this service.
   *
   * @param asked the URL of the request: its host and port are names of the service too
   */
  boolean isHere(URI url, HttpURI asked) {
    if (url.getHost() == null) {
      return false;
    }
    String host = plain(url.getHost());
    int port = port(url.getPort());
    return (port == this.port || port == port(asked.getPort()))
        && (others.contains(host)
            || Stream.of(this.host, String.valueOf(asked.getHost()))
                .anyMatch(each -> plain(each).equals(host)));
  }

  private static int port(int named) {
    return named < 0 ? HTTPS_PORT : named;
  }

  private static String plain(String host) {
    return host.toLowerCase(Locale.ROOT);
  }
}
