package org.bora.storage.tape.script;

import java.time.Duration;
import org.bora.settings.Allowed;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Time limits of commands.
 *
 * @param batch the whole run
 * @param silence without a line on either output; at most {@code batch}
 * @param query a question, whole run
 * @param grace between SIGTERM and SIGKILL
 */
public record ScriptTimes(
    @Key(name = "longest-batch", preset = "1d", least = "1s", most = "30d") Duration batch,
    @Key(preset = "1h", least = "100ms", most = "30d") Duration silence,
    @Key(name = "longest-query", preset = "1m", least = "100ms", most = "1h") Duration query,
    @Key(preset = "10s", least = "0s", most = "10m") Duration grace)
    implements Keys {

  public ScriptTimes {
    Keys.check(ScriptTimes.class, batch, silence, query, grace);
    Allowed.within("silence", silence, Duration.ofMillis(100), batch);
  }

  /** A day, an hour, a minute, ten seconds. */
  public static ScriptTimes defaults() {
    return Keys.defaults(ScriptTimes.class);
  }
}
