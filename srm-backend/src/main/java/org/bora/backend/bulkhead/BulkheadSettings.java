package org.bora.backend.bulkhead;

import java.time.Duration;

/**
 * What a filesystem that hangs may take of the backend.
 *
 * @param silence so long may a filesystem say nothing before callers are told so, 1 s to 10 min
 * @param callsPerArea how many calls may be inside the filesystem of one area, 8 to 10,000
 */
public record BulkheadSettings(Duration silence, int callsPerArea) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int FEWEST = 8;
  private static final int MOST = 10_000;

  public BulkheadSettings {
    if (silence.compareTo(SHORTEST) < 0 || silence.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "storage.silence is " + silence + "; allowed is PT1S to PT10M");
    }
    if (callsPerArea < FEWEST || callsPerArea > MOST) {
      throw new IllegalArgumentException(
          "storage.calls-per-area is " + callsPerArea + "; allowed is 8 to 10000");
    }
  }

  /**
   * 10 s: a filesystem that is well answers in milliseconds, one that moves a service to another
   * machine is away for longer. 128 calls: a quarter of the threads that a backend has for calls.
   */
  public static BulkheadSettings defaults() {
    return new BulkheadSettings(Duration.ofSeconds(10), 128);
  }
}
