package org.bora.frontend.dispatch;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a backend, whose certificate must name {@code host}. */
public record BackendEndpoint(String host, int port) {

  private static final int LAST_PORT = 65_535;

  public BackendEndpoint {
    if (host.isBlank()) {
      throw new IllegalArgumentException("an endpoint needs a host name");
    }
    if (port < 1 || port > LAST_PORT) {
      throw new IllegalArgumentException(port + ": a port is between 1 and " + LAST_PORT);
    }
  }

  /**
   * Reads {@code host:port}, an IPv6 address in brackets.
   *
   * @throws IllegalArgumentException with a sentence for the administrator
   */
  public static BackendEndpoint parse(String text) {
    try {
      URI uri = new URI("bora://" + text);
      if (uri.getHost() != null && text.equals(uri.getAuthority()) && uri.getUserInfo() == null) {
        return new BackendEndpoint(uri.getHost(), uri.getPort());
      }
    } catch (URISyntaxException notEvenAUri) {
      throw new IllegalArgumentException(text + ": an endpoint is HOST:PORT", notEvenAUri);
    }
    throw new IllegalArgumentException(text + ": an endpoint is HOST:PORT");
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
