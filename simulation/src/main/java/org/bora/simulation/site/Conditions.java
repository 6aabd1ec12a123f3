package org.bora.simulation.site;

import java.time.Duration;
import org.bora.backend.sweep.SweepSettings;
import org.bora.simulation.schedule.Choices;

/**
 * How a site is set up: a fault may need a small area, a slow disk or a busy sweep, so each seed
 * has others.
 *
 * @param area what files, uploads and reservations may take together
 * @param slowDisk one in so many calls of the disk takes long; 0: none
 * @param longestCall of the disk
 */
record Conditions(SweepSettings sweep, long area, int slowDisk, Duration longestCall) {
  private static final long PLENTY = 1_000_000;
  private static final long TIGHT = 3_000;

  static Conditions drawnFrom(Choices choices) {
    SweepSettings usual = SweepSettings.defaults();
    SweepSettings sweep =
        choices.below(2) == 0
            ? usual
            : new SweepSettings(
                Duration.ofSeconds(5 + choices.below(60)),
                Duration.ofSeconds(60 + choices.below(900)),
                Duration.ofSeconds(20 + choices.below(600)),
                Duration.ofSeconds(60 + choices.below(900)),
                usual.retention(),
                usual.batch());
    return new Conditions(
        sweep,
        choices.below(3) == 0 ? TIGHT : PLENTY,
        choices.below(2) == 0 ? 0 : 10 + choices.below(60),
        Duration.ofSeconds(1 + choices.below(choices.below(2) == 0 ? 5 : 120)));
  }

  boolean isTight() {
    return area == TIGHT;
  }
}
