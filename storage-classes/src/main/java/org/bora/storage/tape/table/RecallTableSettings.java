package org.bora.storage.tape.table;

import java.time.Duration;
import java.util.Objects;
import org.bora.storage.tape.wire.Verification;

/**
 * How a recall table is used.
 *
 * @param drives how many batches hang on the board at the same time over all backends, 1 to 1,000
 * @param batch how long a batch may take; 1 s to 30 days
 * @param query how long an answer may take; 100 ms to 1 hour
 * @param look between two looks at the board; 10 ms to 1 minute
 * @param verification of the copies that pullers report
 */
public record RecallTableSettings(
    int drives, Duration batch, Duration query, Duration look, Verification verification) {
  public static final int MAX_DRIVES = 1_000;
  public static final Duration SHORTEST_BATCH = Duration.ofSeconds(1);
  public static final Duration LONGEST_BATCH = Duration.ofDays(30);
  public static final Duration SHORTEST_QUERY = Duration.ofMillis(100);
  public static final Duration LONGEST_QUERY = Duration.ofHours(1);
  public static final Duration SHORTEST_LOOK = Duration.ofMillis(10);
  public static final Duration LONGEST_LOOK = Duration.ofMinutes(1);

  public RecallTableSettings {
    if (drives < 1 || drives > MAX_DRIVES) {
      throw new IllegalArgumentException("drives is " + drives + "; allowed is 1 to " + MAX_DRIVES);
    }
    check("batch", batch, SHORTEST_BATCH, LONGEST_BATCH);
    check("query", query, SHORTEST_QUERY, LONGEST_QUERY);
    check("look", look, SHORTEST_LOOK, LONGEST_LOOK);
    Objects.requireNonNull(verification, "verification");
  }

  private static void check(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what + " is " + value + "; allowed is " + least + " to " + most);
    }
  }
}
