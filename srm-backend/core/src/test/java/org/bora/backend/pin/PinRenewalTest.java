package org.bora.backend.pin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PinRenewalTest {
  private static final Instant KEPT = Instant.ofEpochSecond(1, 7_000_000);

  /**
   * Else a pin whose end stays the same would be told as extended (seed 710003 of the simulation,
   * at the commit that gave each machine a clock of its own).
   */
  @Test
  void whatIsWantedLessThanAMillisecondLaterIsTheSameEnd() {
    Instant wanted = PinRenewal.firstWanted(new AtomicReference<>(), KEPT.plusNanos(999_999));
    assertEquals(false, KEPT.isBefore(wanted));
    assertEquals(KEPT, wanted);
  }

  @Test
  void aLaterAttemptWantsWhatTheFirstOneDid() {
    AtomicReference<Instant> wanted = new AtomicReference<>();
    Instant first = PinRenewal.firstWanted(wanted, KEPT);
    assertEquals(first, PinRenewal.firstWanted(wanted, KEPT.plusSeconds(5)));
  }
}
