package org.bora.backend.serve;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.bora.api.peer.PeerFiles;
import org.bora.api.peer.SubjectName;

/**
 * How a separate backend listens for frontends.
 *
 * @param host name or address to listen on
 * @param port 0: any free port
 * @param credentials certificate of the backend, and trusted authorities for frontends
 * @param frontends subjects of the certificates of the frontends it serves, in the slash form of
 *     OpenSSL ({@code /DC=org/CN=srm.example.org}) or that of RFC 2253
 * @param bounds limits of frontends and unknown clients at the port
 * @param lookAgainEvery how often certificate files are checked for changes
 */
public record ServeSettings(
    String host,
    int port,
    PeerFiles credentials,
    List<String> frontends,
    LinkBounds bounds,
    Duration lookAgainEvery) {

  private static final int LAST_PORT = 65_535;
  private static final Duration SHORTEST_LOOK = Duration.ofMillis(100);

  public ServeSettings {
    Objects.requireNonNull(credentials, "credentials");
    Objects.requireNonNull(bounds, "bounds");
    frontends = List.copyOf(frontends);
    if (host.isBlank()) {
      throw new IllegalArgumentException("host: a name or an address is needed");
    }
    if (port < 0 || port > LAST_PORT) {
      throw new IllegalArgumentException("port: " + port + ", allowed is 0 to " + LAST_PORT);
    }
    if (frontends.isEmpty()) {
      throw new IllegalArgumentException(
          "frontends: name at least one, otherwise all calls are refused");
    }
    frontends.forEach(SubjectName::parse);
    if (lookAgainEvery.compareTo(SHORTEST_LOOK) < 0) {
      throw new IllegalArgumentException(
          "lookAgainEvery: " + lookAgainEvery + ", allowed is 100 ms and more");
    }
  }

  /** The same port for the frontends that {@code next} names. */
  public ServeSettings naming(ServeSettings next) {
    return new ServeSettings(host, port, credentials, next.frontends(), bounds, lookAgainEvery);
  }

  /** The defaults: {@link LinkBounds#defaults}, a look every 10 seconds. */
  public static ServeSettings defaults(
      String host, int port, PeerFiles credentials, List<String> frontends) {
    return new ServeSettings(
        host, port, credentials, frontends, LinkBounds.defaults(), Duration.ofSeconds(10));
  }
}
