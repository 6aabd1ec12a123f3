package org.bora.server.wire;

import java.time.Clock;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.door.token.DiscoveredKeys;
import org.bora.door.token.TokenSettings;
import org.bora.door.token.Tokens;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;

/** Verifies bearer tokens. */
public final class TokenParts {
  /** Of HTTP, where a configuration names none and it is free. */
  public static final int USUAL_PORT = 8443;

  private TokenParts() {}

  /**
   * From the settings, for a service with these names; keys are not read yet.
   *
   * @param port of HTTP, if known
   */
  public static Tokens of(Configuration configuration, OptionalInt port) {
    TokenSettings settings = configuration.frontend().tokens();
    EndpointSettings endpoint = configuration.endpoint();
    Set<String> names =
        Stream.concat(Stream.of(endpoint.host()), endpoint.aliases().stream())
            .flatMap(
                host -> Stream.of("https://" + host, "https://" + host + ":" + port.orElse(443)))
            .collect(Collectors.toSet());
    return new Tokens(
        settings.withAudiences(names),
        new DiscoveredKeys(settings.certificates()),
        Clock.systemUTC());
  }

  /** The same, with keys that are read now and then until the process ends. */
  static Tokens open(Configuration configuration, int port, Running running) {
    Tokens tokens = of(configuration, OptionalInt.of(port));
    if (tokens.issuers() > 0) {
      // a thread for each: an issuer that hangs must keep neither the timer nor another issuer
      LastingTimer timer = new LastingTimer(tokens.issuers(), "token-keys");
      running.add("keys of token issuers", timer::shutdownNow);
      tokens.refreshBy(timer);
    }
    return tokens;
  }
}
