package org.bora.backend.stage.scrub;

import java.time.Duration;
import java.util.Objects;

/**
 * How files on disk are read in the background.
 *
 * @param bytesPerSecond for each area; 0 reads nothing
 * @param every between the beginnings of two walks through an area
 * @param lease how long the walk of a backend that died waits for another
 */
public record ScrubSettings(long bytesPerSecond, Duration every, Duration lease) {
  private static final Duration SHORTEST_LEASE = Duration.ofMinutes(1);

  public ScrubSettings {
    Objects.requireNonNull(every, "every");
    Objects.requireNonNull(lease, "lease");
    if (bytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "bytesPerSecond is " + bytesPerSecond + ", allowed are 0 (off) and more");
    }
    check("every", every, Duration.ofMinutes(1), Duration.ofDays(3650));
    check("lease", lease, SHORTEST_LEASE, Duration.ofDays(1));
  }

  /** Off; when it is on, every 90 days. */
  public static ScrubSettings defaults() {
    return new ScrubSettings(0, Duration.ofDays(90), Duration.ofMinutes(5));
  }

  boolean isOn() {
    return bytesPerSecond > 0;
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
