package org.bora.api.figures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A distribution of durations. The bounds of its buckets range from a millisecond (a poll) to
 * minutes (a client's patience).
 *
 * @param counts number of durations in each bucket, not cumulative; the last bucket has no upper
 *     bound
 * @param sumNanos sum of all durations
 */
public record TimeSpread(List<Long> counts, long sumNanos) {
  private static final long[] BOUNDS_MICROS = {
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    30_000_000,
    60_000_000,
    180_000_000
  };

  /** Nothing yet. */
  public static final TimeSpread NONE =
      new TimeSpread(Collections.nCopies(BOUNDS_MICROS.length + 1, 0L), 0);

  public TimeSpread {
    counts = List.copyOf(counts);
    if (counts.size() != BOUNDS_MICROS.length + 1) {
      throw new IllegalArgumentException("a spread has " + counts.size() + " buckets");
    }
  }

  static TimeSpread of(long[] counts, long sumNanos) {
    List<Long> list = new ArrayList<>(counts.length);
    for (long count : counts) {
      list.add(count);
    }
    return new TimeSpread(list, sumNanos);
  }

  /** Upper bounds of all buckets but the last, each of them within its bucket. */
  static long[] boundsNanos() {
    long[] nanos = new long[BOUNDS_MICROS.length];
    for (int bound = 0; bound < nanos.length; bound++) {
      nanos[bound] = BOUNDS_MICROS[bound] * 1000;
    }
    return nanos;
  }

  /** The same in seconds. */
  public static double[] boundsSeconds() {
    double[] seconds = new double[BOUNDS_MICROS.length];
    for (int bound = 0; bound < seconds.length; bound++) {
      seconds[bound] = BOUNDS_MICROS[bound] / 1e6;
    }
    return seconds;
  }

  /** How many things. */
  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** What came on top of an earlier spread of the same histogram. */
  public TimeSpread since(TimeSpread earlier) {
    List<Long> differences = new ArrayList<>(counts.size());
    for (int bucket = 0; bucket < counts.size(); bucket++) {
      differences.add(Math.max(0, counts.get(bucket) - earlier.counts.get(bucket)));
    }
    return new TimeSpread(differences, Math.max(0, sumNanos - earlier.sumNanos));
  }

  /**
   * A quantile of the times, in seconds, by linear interpolation within a bucket. The lower bound
   * for the last bucket; 0 without data.
   *
   * @param share 0.5 for the median
   */
  public double quantileSeconds(double share) {
    double wanted = share * count();
    double seen = 0;
    double lower = 0;
    for (int bucket = 0; bucket < BOUNDS_MICROS.length; bucket++) {
      double upper = BOUNDS_MICROS[bucket] / 1e6;
      long here = counts.get(bucket);
      if (here > 0 && seen + here >= wanted) {
        return lower + (upper - lower) * (wanted - seen) / here;
      }
      seen += here;
      lower = upper;
    }
    return count() == 0 ? 0 : lower;
  }
}
