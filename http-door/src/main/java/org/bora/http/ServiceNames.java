package org.bora.http;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpURI;

/**
 * The names of this service in URLs.
 *
 * @param host name of the service in SURLs
 * @param others other names by which clients reach it
 * @param port of HTTP on this machine; clients may use another one, of a load balancer
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
