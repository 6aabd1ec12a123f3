package org.bora.simulation.site;

import java.time.Duration;
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
 */
record TapeConditions(
    boolean present,
    int drives,
    int volumes,
    long buffer,
    Duration recallCheck,
    int slowness,
    Duration longest,
    int failures) {

  static TapeConditions drawnFrom(Choices choices) {
    return new TapeConditions(
        choices.below(2) == 0,
        1 + choices.below(3),
        1 + choices.below(3),
        choices.below(2) == 0 ? 1_500 : 6_000,
        Duration.ofSeconds(2 + choices.below(9)),
        10 + choices.below(40),
        Duration.ofSeconds(10 + choices.below(170)),
        10 + choices.below(90));
  }
}
