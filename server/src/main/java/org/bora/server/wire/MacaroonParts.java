package org.bora.server.wire;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.bearer.DayKey;
import org.bora.api.bearer.DayKeysRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.door.issuing.IssuingKeys;
import org.bora.door.macaroon.Macaroons;
import org.bora.server.config.Configuration;

/** Issues and verifies macaroons. */
final class MacaroonParts {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private MacaroonParts() {}

  /** Keys that are fetched from a backend regularly until the process ends. */
  static IssuingKeys keys(Backend backend, Running running) {
    IssuingKeys keys = new IssuingKeys(() -> ask(backend), Clock.systemUTC(), System::nanoTime);
    // a thread of its own: a backend that hangs must not keep the timer
    LastingTimer timer = new LastingTimer(1, "issuing-keys");
    running.add("keys of macaroons", timer::shutdownNow);
    keys.refreshBy(timer);
    return keys;
  }

  /**
   * By the settings.
   *
   * @param url of the HTTP port
   */
  static Macaroons of(Configuration configuration, String url, IssuingKeys keys) {
    return new Macaroons(
        keys,
        url,
        configuration.frontend().tokens().issuedLifetime(),
        Clock.systemUTC(),
        new SecureRandom());
  }

  /** For the door itself, not for any of its callers. */
  private static List<DayKey> ask(Backend backend) {
    Caller door = new Caller("/CN=door", "", List.of(), "");
    Call call =
        new Call(door, Clock.systemUTC().instant().plus(PATIENCE), UUID.randomUUID().toString());
    return backend.call(Catalogue.DAY_KEYS, call, new DayKeysRequest()).keys();
  }
}
