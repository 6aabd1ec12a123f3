package org.bora.simulation.site;

import java.time.Duration;
import org.bora.backend.sweep.SweepSettings;
import org.bora.simulation.schedule.Choices;

/**
 * How a site is set up. A fault may need a small area, a slow disk, a busy sweep, short pins or
 * slow checksums, so each seed has different conditions.
 *
 * @param area maximum size of files, uploads and reservations together
 * @param slowDisk one in this many calls of the disk is slow; 0: none
 * @param longestCall longest call of the disk
 * @param longestChecksum longest checksum of an upload, in addition to the calls of the disk
 * @param longestPinSeconds longest pin that clients ask for
 * @param trouble one in this many changes of the disk and commits of the database meets a fault
 * @param limited whether a client may have at most {@link #OPEN_PUTS} puts, {@link #FILES} files
 *     and {@link #BYTES} bytes
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
  /** Open puts of one client at the same time. */
  static final int OPEN_PUTS = 2;

  /** Files of one client, including its open puts. */
  static final int FILES = 6;

  /** Bytes of one client, including the announced sizes of its open puts. */
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

  /** Length of the pin that a client asks for. */
  int pinSeconds(Choices choices) {
    return LEAST_PIN_SECONDS + choices.below(longestPinSeconds - LEAST_PIN_SECONDS);
  }
}
