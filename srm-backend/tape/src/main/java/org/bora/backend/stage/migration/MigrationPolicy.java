package org.bora.backend.stage.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.bora.settings.Allowed;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Decides when the waiting files of an area are worth a mount, and how many of them one batch
 * takes. Single small files wear out drives, because the tape stops and starts; a file that waits
 * for others is only on disk meanwhile. Pure. By default 100 GiB, 1,000 files or 30 minutes;
 * batches are an hour of work for one drive of 2026, after which another area or a recall may have
 * it.
 *
 * @param minBytes bytes that are worth a mount
 * @param minFiles files that are worth a mount
 * @param maxAge maximum time that a file waits for others
 * @param maxBatchBytes maximum bytes of a batch, unless its first file is larger
 * @param maxBatchFiles maximum files of a batch
 */
public record MigrationPolicy(
    @Key(name = "min-size", preset = "100GiB", least = "1B", most = "1048576TiB") long minBytes,
    @Key(preset = "1000", least = "1", most = "1000000") int minFiles,
    @Key(preset = "30m", least = "0s", most = "365d") Duration maxAge,
    @Key(name = "batch-size", preset = "500GiB", least = "1B", most = "1048576TiB")
        long maxBatchBytes,
    @Key(name = "batch-files", preset = "2000", least = "1", most = "10000") int maxBatchFiles)
    implements Keys {

  public MigrationPolicy {
    Keys.check(MigrationPolicy.class, minBytes, minFiles, maxAge, maxBatchBytes, maxBatchFiles);
    Allowed.within("batch-size", maxBatchBytes, minBytes, Long.MAX_VALUE);
  }

  public static MigrationPolicy defaults() {
    return Keys.defaults(MigrationPolicy.class);
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

  /** The first of these files that form a batch; at least one if there are any. */
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
}
