package org.bora.backend.bulkhead;

import java.time.Duration;

/**
 * What a filesystem that hangs may take of the backend.
 *
 * @param silence so long may a filesystem say nothing before callers are told so, 1 s to 10 min
 * @param callsPerArea how many calls may be inside the filesystem of one area, 8 to 10,000
 * @param checksumsPerArea how many large uploads of one area may be read for their checksums at a
 *     time, fewer than {@code callsPerArea}
 * @param checksumsPerCaller how many of them may be one caller's, 1 to {@code checksumsPerArea}
 */
public record BulkheadSettings(
    Duration silence, int callsPerArea, int checksumsPerArea, int checksumsPerCaller) {
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
    if (checksumsPerArea < 1 || checksumsPerArea >= callsPerArea) {
      throw new IllegalArgumentException(
          "storage.checksums-per-area is "
              + checksumsPerArea
              + "; allowed is 1 to less than storage.calls-per-area, "
              + callsPerArea);
    }
    if (checksumsPerCaller < 1 || checksumsPerCaller > checksumsPerArea) {
      throw new IllegalArgumentException(
          "storage.checksums-per-caller is "
              + checksumsPerCaller
              + "; allowed is 1 to storage.checksums-per-area, "
              + checksumsPerArea);
    }
  }

  /** A quarter of the calls for checksums, and a quarter of these for one caller. */
  public BulkheadSettings(Duration silence, int callsPerArea) {
    this(silence, callsPerArea, Math.max(1, callsPerArea / 4), Math.max(1, callsPerArea / 16));
  }

  /**
   * 10 s: a filesystem that is well answers in milliseconds, one that moves a service to another
   * machine is away for longer. 128 calls: a quarter of the threads that a backend has for calls.
   */
  public static BulkheadSettings defaults() {
    return new BulkheadSettings(Duration.ofSeconds(10), 128);
  }
}
