package org.bora.simulation.site;

import java.time.Duration;
import org.bora.backend.stage.BufferSettings;
import org.bora.simulation.schedule.Choices;

/**
 * The tape of a site.
 *
 * @param present whether the site has tape
 * @param drives number of concurrent batches
 * @param volumes each copy is on one of them
 * @param buffer size in bytes of the area whose files leave the disk
 * @param recallCheck interval between two checks for recalls
 * @param slowness one in this many files takes up to {@code longest}
 * @param failures one in this many files meets a fault
 * @param eager whether files leave the disk as soon as they may, even if there is room
 * @param leastPin shortest time, in seconds, for which clients pin a file
 * @param mostPin the longest
 */
record TapeConditions(
    boolean present,
    int drives,
    int volumes,
    long buffer,
    Duration recallCheck,
    int slowness,
    Duration longest,
    int failures,
    boolean eager,
    int leastPin,
    int mostPin) {
  /** Too small for the files that clients use at the same time. */
  private static final long TIGHT = 1_500;

  private static final long ROOMY = 3_000;
  private static final BufferSettings SOON =
      new BufferSettings(50, 20, BufferSettings.ReleaseOrder.LEAST_RECENTLY_USED);
  private static final BufferSettings AT_ONCE =
      new BufferSettings(1, 0, BufferSettings.ReleaseOrder.LEAST_RECENTLY_USED);
  private static final Duration USUAL_CHECK = Duration.ofSeconds(20);
  private static final Duration EAGER_CHECK = Duration.ofSeconds(3);
  private static final int SHORT = 10;
  private static final int LONG = 60;
  private static final int RANGE = 4;

  /** For how long a client pins a file. */
  int pinSeconds(Choices choices) {
    return leastPin + choices.below(mostPin - leastPin);
  }

  /** The watermarks of the buffer. */
  BufferSettings marks() {
    return eager ? AT_ONCE : SOON;
  }

  /** Interval between two checks of the buffer. */
  Duration bufferCheck() {
    return eager ? EAGER_CHECK : USUAL_CHECK;
  }

  static TapeConditions drawnFrom(Choices choices) {
    boolean present = choices.below(2) == 0;
    boolean eager = choices.below(3) > 0;
    int leastPin = choices.below(3) > 0 ? SHORT : LONG;
    return new TapeConditions(
        present,
        1 + choices.below(3),
        1 + choices.below(3),
        choices.below(3) > 0 ? TIGHT : ROOMY,
        Duration.ofSeconds(2 + choices.below(9)),
        choices.below(2) == 0 ? 3 + choices.below(5) : 10 + choices.below(40),
        Duration.ofSeconds(10 + choices.below(170)),
        10 + choices.below(90),
        eager,
        leastPin,
        RANGE * leastPin);
  }
}
