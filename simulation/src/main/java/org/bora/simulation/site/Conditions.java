package org.bora.simulation.site;

import java.time.Duration;
import org.bora.backend.sweep.SweepSettings;
import org.bora.simulation.schedule.Choices;

/**
 * How a site is set up: a fault may need a small area, a slow disk, a busy sweep, pins that end
 * early or checksums that take long, so each seed has others.
 *
 * @param area what files, uploads and reservations may take together
 * @param slowDisk one in so many calls of the disk takes long; 0: none
 * @param longestCall of the disk
 * @param longestChecksum of an upload, beside what the disk takes
 * @param longestPinSeconds what clients ask for at most
 * @param trouble one in so many changes of the disk and commits of the database is where something
 *     happens
 * @param limited whether a client may have {@link #OPEN_PUTS} puts, {@link #FILES} files and {@link
 *     #BYTES} bytes at most
 */
record Conditions(
    SweepSettings sweep,
    long area,
    int slowDisk,
    Duration longestCall,
    Duration longestChecksum,
    int longestPinSeconds,
    int trouble,
    boolean limited) {
  /** Of one client, at a time. */
  static final int OPEN_PUTS = 2;

  /** Of one client, with its open puts. */
  static final int FILES = 6;

  /** Of one client, with what its open puts have announced. */
  static final int BYTES = 1_000;

  private static final long PLENTY = 1_000_000;
  private static final long TIGHT = 3_000;
  private static final int LEAST_PIN_SECONDS = 20;
  private static final int SHORT_PINS = 90;
  private static final int LONG_PINS = 600;

  static Conditions drawnFrom(Choices choices) {
    SweepSettings sweep = choices.below(4) == 0 ? SweepSettings.defaults() : busy(choices);
    boolean longChecksums = choices.below(3) == 0;
    return new Conditions(
        sweep,
        choices.below(3) == 0 ? TIGHT : PLENTY,
        choices.below(2) == 0 ? 0 : 5 + choices.below(60),
        Duration.ofSeconds(1 + choices.below(choices.below(3) > 0 ? 5 : 120)),
        Duration.ofSeconds(longChecksums ? 60 + choices.below(150) : 0),
        longChecksums || choices.below(2) == 0 ? SHORT_PINS : LONG_PINS,
        choices.below(2) == 0 ? 30 : 200,
        choices.below(4) == 0);
  }

  private static SweepSettings busy(Choices choices) {
    SweepSettings usual = SweepSettings.defaults();
    return new SweepSettings(
        Duration.ofSeconds(2 + choices.below(30)),
        Duration.ofSeconds(choices.below(2) == 0 ? 10 : 60 + choices.below(900)),
        Duration.ofSeconds(5 + choices.below(choices.below(2) == 0 ? 20 : 300)),
        Duration.ofSeconds(60 + choices.below(600)),
        usual.retention(),
        usual.batch());
  }

  boolean isTight() {
    return area == TIGHT;
  }

  /** How long a pin a client asks for. */
  int pinSeconds(Choices choices) {
    return LEAST_PIN_SECONDS + choices.below(longestPinSeconds - LEAST_PIN_SECONDS);
  }
}
