package org.bora.backend.stage.plan;

import java.time.Duration;

/**
 * What reading from tape is taken to cost, to foretell how long a pass lasts. An estimate: the
 * order does not become wrong where it is, only a little worse.
 *
 * @param mount from the demand for a volume until its first byte, and the way back to its shelf
 * @param file between the end of one file and the beginning of the next
 * @param bytesPerSecond of a drive
 */
public record PassCost(Duration mount, Duration file, long bytesPerSecond) {
  private static final double NANOS = 1e9;

  public PassCost {
    if (mount.isNegative() || file.isNegative() || bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "mount " + mount + ", file " + file + ", bytesPerSecond " + bytesPerSecond);
    }
  }

  /** Two minutes to mount, five seconds from file to file, 300 MB/s: LTO-8 with files of GB. */
  public static PassCost defaults() {
    return new PassCost(Duration.ofMinutes(2), Duration.ofSeconds(5), 300_000_000L);
  }

  /** How long a pass over so much lasts, with its mount. */
  public Duration of(long files, long bytes) {
    double moving = (double) bytes / bytesPerSecond * NANOS + (double) file.toNanos() * files;
    return mount.plusNanos((long) moving);
  }
}
