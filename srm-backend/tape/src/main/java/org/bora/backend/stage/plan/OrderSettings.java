package org.bora.backend.stage.plan;

import java.time.Duration;
import java.util.Objects;

/**
 * How recalls are ordered.
 *
 * @param gather how long a volume waits, from the first request on, for more requests before it is
 *     mounted; no wait where it is in a drive already
 * @param turn a pass that has gone on for longer lets other callers go first when its batch ends,
 *     which costs a mount
 * @param priorityStep waiting this long counts as much as one more point of priority: nothing
 *     starves
 * @param deadlineHead how much earlier a turn comes because a deadline is near; little enough that
 *     no caller gains by inventing deadlines
 * @param batchFiles at most so many files are handed to the tape system at a time
 * @param batchBytes nor more bytes than this, but always one file
 * @param cost what a pass is taken to cost
 */
public record OrderSettings(
    Duration gather,
    Duration turn,
    Duration priorityStep,
    Duration deadlineHead,
    int batchFiles,
    long batchBytes,
    PassCost cost) {

  private static final Duration LONGEST = Duration.ofDays(7);
  private static final int MOST_FILES = 10_000;
  private static final long TERA = 1_000_000_000_000L;

  public OrderSettings {
    check("gather", gather, Duration.ZERO, Duration.ofHours(1));
    check("turn", turn, Duration.ofSeconds(1), LONGEST);
    check("priorityStep", priorityStep, Duration.ofSeconds(1), LONGEST);
    check("deadlineHead", deadlineHead, Duration.ZERO, LONGEST);
    Objects.requireNonNull(cost, "cost");
    if (batchFiles < 1 || batchFiles > MOST_FILES) {
      throw new IllegalArgumentException(
          "batchFiles is " + batchFiles + ", allowed are 1 to " + MOST_FILES);
    }
    if (batchBytes < 1) {
      throw new IllegalArgumentException("batchBytes is " + batchBytes + ", must be 1 or more");
    }
  }

  /** Ten seconds to gather, turns of an hour, batches of 100 files or 1 TB. */
  public static OrderSettings defaults() {
    return new OrderSettings(
        Duration.ofSeconds(10),
        Duration.ofHours(1),
        Duration.ofHours(1),
        Duration.ofMinutes(30),
        100,
        TERA,
        PassCost.defaults());
  }

  private static void check(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
