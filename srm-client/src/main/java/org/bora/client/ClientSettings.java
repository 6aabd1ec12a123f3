package org.bora.client;

import java.time.Duration;
import org.bora.settings.Allowed;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * What another SRM may take of us.
 *
 * @param connectTimeout for TCP and TLS; 1 s to 5 min
 * @param answerTimeout how long it may be silent within a call; 1 s to 10 min
 * @param maxAnswerBytes of one answer; 4 KiB to 64 MiB
 */
public record ClientSettings(
    @Elsewhere(preset = "30s") Duration connectTimeout,
    @Key(name = "call-timeout", preset = "3m", least = "1s", most = "10m") Duration answerTimeout,
    @Elsewhere(preset = "1MiB") int maxAnswerBytes)
    implements Keys {

  public ClientSettings {
    Keys.check(ClientSettings.class, connectTimeout, answerTimeout, maxAnswerBytes);
    Allowed.within(
        "connect time-out", connectTimeout, Duration.ofSeconds(1), Duration.ofMinutes(5));
    Allowed.within("bytes of an answer", maxAnswerBytes, 4096, 64 << 20);
  }

  /** Thirty seconds to connect, three minutes for an answer (servers queue), 1 MiB. */
  public static ClientSettings defaults() {
    return Keys.defaults(ClientSettings.class);
  }
}
