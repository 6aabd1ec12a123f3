package org.bora.backend.request;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Lifetimes of files that are not permanent.
 *
 * @param preset default lifetime
 * @param maximum longest lifetime, also granted for -1 (for ever)
 */
public record FileLifeSettings(
    @Key(name = "file-lifetime-default", preset = "7d", least = "1s", most = "3650d")
        Duration preset,
    @Key(name = "file-lifetime-maximum", preset = "365d", least = "1s", most = "3650d")
        Duration maximum)
    implements Keys {

  public FileLifeSettings {
    // Lives go to clients as 32-bit seconds.
    Keys.check(FileLifeSettings.class, preset, maximum);
    if (preset.compareTo(maximum) > 0) {
      throw new IllegalArgumentException(
          "file-lifetime-default is "
              + preset
              + ", allowed are 1 s (PT1S) to file-lifetime-maximum, "
              + maximum);
    }
  }

  public static FileLifeSettings defaults() {
    return Keys.defaults(FileLifeSettings.class);
  }

  /**
   * The life, in seconds, that a client gets.
   *
   * @param wanted seconds; -1 (for ever) is the maximum, 0 the default as for pins
   */
  public int grant(int wanted) {
    long seconds =
        switch (wanted) {
          case -1 -> maximum.toSeconds();
          case 0 -> preset.toSeconds();
          default -> Math.min(wanted, maximum.toSeconds());
        };
    return Math.toIntExact(seconds);
  }
}
