package org.bora.api.figures;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts durations in the buckets of {@link TimeSpread}. Thread safe; recording never waits. */
public final class TimeHistogram {
  private final LongAdder[] buckets =
      Stream.generate(LongAdder::new)
          .limit(TimeSpread.boundsNanos().length + 1L)
          .toArray(LongAdder[]::new);
  private final long[] bounds = TimeSpread.boundsNanos();
  private final LongAdder sumNanos = new LongAdder();

  /** Counts a duration. */
  public void record(long nanos) {
    int bucket = 0;
    while (bucket < bounds.length && nanos > bounds[bucket]) {
      bucket++;
    }
    buckets[bucket].increment();
    sumNanos.add(Math.max(0, nanos));
  }

  /** What was counted so far; while others record, the parts are of slightly different moments. */
  public TimeSpread spread() {
    long[] counts = new long[buckets.length];
    for (int bucket = 0; bucket < counts.length; bucket++) {
      counts[bucket] = buckets[bucket].sum();
    }
    return TimeSpread.of(counts, sumNanos.sum());
  }
}
