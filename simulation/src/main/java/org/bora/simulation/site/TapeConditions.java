package org.bora.simulation.site;

import java.time.Duration;
import org.bora.backend.stage.BufferSettings;
import org.bora.simulation.schedule.Choices;

/**
 * The tape of a site, where it has any.
 *
 * @param present whether it has
 * @param drives so many batches at a time
 * @param volumes of which each copy is on one
 * @param buffer bytes of the area whose files leave the disk
 * @param recallCheck between two looks at what is wanted from tape
 * @param slowness one in so many files takes up to {@code longest}
 * @param failures one in so many files meets a fault
 * @param eager whether files leave the disk as soon as they may, not only where there is too little
 *     room for all of them
 * @param leastPin seconds that clients want a file on disk, at least
 * @param mostPin the same, at most
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
  /** Too little for what clients have at a time. */
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

  /** How long a client wants a file on disk. */
  int pinSeconds(Choices choices) {
    return leastPin + choices.below(mostPin - leastPin);
  }

  /** When files leave the buffer. */
  BufferSettings marks() {
    return eager ? AT_ONCE : SOON;
  }

  /** Between two looks at the buffer. */
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
