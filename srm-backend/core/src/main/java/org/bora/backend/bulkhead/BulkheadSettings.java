package org.bora.backend.bulkhead;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits on what a hanging filesystem may use of the backend: the section {@code storage}.
 *
 * <p>The defaults: 10 s, because a healthy filesystem answers in milliseconds, and one that moves a
 * service to another machine is away for longer. 128 calls, a quarter of the threads of a backend
 * for calls; a quarter of them for checksums, and a quarter of these for one caller.
 *
 * @param silence how long a filesystem may be silent before callers get an answer
 * @param callsPerArea maximum number of calls inside the filesystem of one area
 * @param checksumsPerArea how many large uploads of one area may be read for their checksums at a
 *     time, fewer than {@code callsPerArea}
 * @param checksumsPerCaller how many of them may be one caller's, 1 to {@code checksumsPerArea}
 */
public record BulkheadSettings(
    @Key(preset = "10s", least = "1s", most = "10m") Duration silence,
    @Key(preset = "128", least = "8", most = "10000") int callsPerArea,
    @Key(preset = "32", least = "1", most = "9999") int checksumsPerArea,
    @Key(preset = "8", least = "1", most = "9999") int checksumsPerCaller)
    implements Keys {

  public BulkheadSettings {
    Keys.check(BulkheadSettings.class, silence, callsPerArea, checksumsPerArea, checksumsPerCaller);
    if (checksumsPerArea >= callsPerArea) {
      throw new IllegalArgumentException(
          "storage.checksums-per-area is "
              + checksumsPerArea
              + "; allowed is 1 to less than storage.calls-per-area, "
              + callsPerArea);
    }
    if (checksumsPerCaller > checksumsPerArea) {
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

  public static BulkheadSettings defaults() {
    return Keys.defaults(BulkheadSettings.class);
  }
}
