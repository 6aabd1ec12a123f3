package org.bora.backend.request;

import java.time.Duration;

/**
 * How long files live that are not permanent.
 *
 * @param preset life of a file whose writer asks for none
 * @param maximum the longest, also what -1 (for ever) is granted
 */
public record FileLifeSettings(Duration preset, Duration maximum) {

  public FileLifeSettings {
    // Lives go to clients as 32-bit seconds.
    if (maximum.compareTo(Duration.ofDays(3650)) > 0) {
      throw new IllegalArgumentException(
          "file-lifetime-maximum is " + maximum + ", allowed are up to 3650 days (PT87600H)");
    }
    if (preset.compareTo(Duration.ofSeconds(1)) < 0 || preset.compareTo(maximum) > 0) {
      throw new IllegalArgumentException(
          "file-lifetime-default is "
              + preset
              + ", allowed are 1 s (PT1S) to file-lifetime-maximum, "
              + maximum);
    }
  }

  /** A week, at most a year. */
  public static FileLifeSettings defaults() {
    return new FileLifeSettings(Duration.ofDays(7), Duration.ofDays(365));
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
