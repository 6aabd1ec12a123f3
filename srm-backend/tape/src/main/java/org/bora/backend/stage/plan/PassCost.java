package org.bora.backend.stage.plan;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The estimated cost of reading from tape, to predict the duration of a pass. A wrong estimate only
 * makes the order slightly worse.
 *
 * @param mount time from the request for a volume to its first byte, and back to its shelf
 * @param file time between the end of one file and the beginning of the next
 * @param bytesPerSecond of a drive
 */
public record PassCost(
    @Key(name = "cost-of-mount", preset = "2m", least = "0s", most = "1h") Duration mount,
    @Key(name = "cost-of-file", preset = "5s", least = "0s", most = "1h") Duration file,
    @Key(name = "drive-rate", preset = "300MB", least = "1B", most = "1024TiB") long bytesPerSecond)
    implements Keys {
  private static final double NANOS = 1e9;

  public PassCost {
    Keys.check(PassCost.class, mount, file, bytesPerSecond);
  }

  /** Two minutes to mount, five seconds from file to file, 300 MB/s: LTO-8 with files of GB. */
  public static PassCost defaults() {
    return Keys.defaults(PassCost.class);
  }

  /** How long a pass over so much lasts, with its mount. */
  public Duration of(long files, long bytes) {
    double moving = (double) bytes / bytesPerSecond * NANOS + (double) file.toNanos() * files;
    return mount.plusNanos((long) moving);
  }
}
