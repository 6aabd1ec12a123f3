package org.bora.backend.stage.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * When the files of an area that wait for tape are worth a mount, and how many of them one batch
 * takes. Small files one at a time wear out drives and leave a tape stopping and starting; a file
 * that waits for company is on disk alone meanwhile. Pure.
 *
 * @param minBytes so much is worth a mount
 * @param minFiles so many files are
 * @param maxAge a file that waits so long is not kept waiting for others
 * @param maxBatchBytes a batch ends before it has more, unless its first file has
 * @param maxBatchFiles a batch has no more files
 */
public record MigrationPolicy(
    long minBytes, int minFiles, Duration maxAge, long maxBatchBytes, int maxBatchFiles) {

  private static final int MOST_FILES = 10_000;
  private static final long GIB = 1L << 30;

  public MigrationPolicy {
    Objects.requireNonNull(maxAge, "maxAge");
    check("minBytes", minBytes, 1, Long.MAX_VALUE);
    check("minFiles", minFiles, 1, Integer.MAX_VALUE);
    check("maxBatchBytes", maxBatchBytes, minBytes, Long.MAX_VALUE);
    check("maxBatchFiles", maxBatchFiles, 1, MOST_FILES);
    if (maxAge.isNegative() || maxAge.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException("maxAge is " + maxAge + ", allowed are 0 to 365 days");
    }
  }

  /**
   * 100 GiB, 1,000 files or 30 minutes; batches of up to 500 GiB and 2,000 files: an hour of work
   * for one drive of 2026, after which another area or a recall may have it.
   */
  public static MigrationPolicy defaults() {
    return new MigrationPolicy(100 * GIB, 1000, Duration.ofMinutes(30), 500 * GIB, 2000);
  }

  /**
   * Whether to begin.
   *
   * @param oldest since when the file waits that waits longest; absent where nothing waits
   */
  public boolean isDue(int files, long bytes, Optional<Instant> oldest, Instant now) {
    return files > 0
        && (files >= minFiles
            || bytes >= minBytes
            || oldest.map(since -> !since.plus(maxAge).isAfter(now)).orElse(false));
  }

  /** The first of these that make one batch; at least one where there is any. */
  public <T> List<T> batch(List<T> waiting, ToLongFunction<T> size) {
    long bytes = 0;
    int count = 0;
    for (T file : waiting) {
      long next = size.applyAsLong(file);
      boolean fits = count < maxBatchFiles && (count == 0 || next <= maxBatchBytes - bytes);
      if (!fits) {
        break;
      }
      bytes = Math.addExact(bytes, next);
      count++;
    }
    return List.copyOf(waiting.subList(0, count));
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s is %d, allowed are %d to %d", name, value, least, most));
    }
  }
}
