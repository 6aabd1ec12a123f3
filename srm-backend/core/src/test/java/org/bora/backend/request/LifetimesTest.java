package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.bora.backend.request.Lifetimes.Granted;
import org.junit.jupiter.api.Test;

class LifetimesTest {
  private static final LifetimeSettings SETTINGS =
      new LifetimeSettings(
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofMinutes(90),
          Duration.ofMinutes(10),
          Duration.ofHours(2));

  private static Lifetimes granted(OptionalInt total, OptionalInt pin) {
    return assertInstanceOf(Granted.Yes.class, Lifetimes.grant(SETTINGS, total, pin)).lifetimes();
  }

  private static String refused(OptionalInt total, OptionalInt pin) {
    return assertInstanceOf(Granted.No.class, Lifetimes.grant(SETTINGS, total, pin)).reason();
  }

  @Test
  void whoAsksForNothingGetsTheDefaults() {
    assertEquals(
        new Lifetimes(Duration.ofMinutes(10), Duration.ofHours(1)),
        granted(OptionalInt.empty(), OptionalInt.empty()));
  }

  @Test
  void nobodyGetsMoreThanTheMaximumAndForEverIsTheMaximum() {
    assertEquals(
        new Lifetimes(Duration.ofHours(2), Duration.ofHours(3)),
        granted(OptionalInt.of(1_000_000), OptionalInt.of(1_000_000)));
    assertEquals(Duration.ofHours(3), granted(OptionalInt.empty(), OptionalInt.of(-1)).pin());
  }

  @Test
  void aPutHasItsOwnMaximum() {
    for (int wanted : new int[] {-1, 90 * 60, 90 * 60 + 1, 1_000_000}) {
      Granted granted = Lifetimes.grantPut(SETTINGS, OptionalInt.empty(), OptionalInt.of(wanted));
      assertEquals(
          Duration.ofMinutes(90),
          assertInstanceOf(Granted.Yes.class, granted).lifetimes().pin(),
          wanted + " s");
    }
    assertEquals(Duration.ofMinutes(89), SETTINGS.putPin(89 * 60));
  }

  @Test
  void aTotalTimeOfZeroMeansTryOnce() {
    assertEquals(Duration.ZERO, granted(OptionalInt.of(0), OptionalInt.of(5)).total());
  }

  @Test
  void negativeTimesAreRefusedWithTheirValue() {
    assertEquals(
        "desiredTotalRequestTime is -1, allowed are 0 s and more",
        refused(OptionalInt.of(-1), OptionalInt.empty()));
    assertEquals(
        "the pin lifetime is -2, allowed are -1 (for ever) and more",
        refused(OptionalInt.empty(), OptionalInt.of(-2)));
  }

  @Test
  void theTimeLeftIsNeverNegative() {
    Instant now = Instant.parse("2026-11-20T12:00:00Z");
    assertEquals(0, Lifetimes.secondsLeft(now, now.minusSeconds(5)));
    assertEquals(5, Lifetimes.secondsLeft(now, now.plusSeconds(5)));
  }

  @Test
  void aDefaultBeyondItsMaximumIsRefusedAtStart() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new LifetimeSettings(
                    Duration.ofHours(4),
                    Duration.ofHours(3),
                    Duration.ofHours(3),
                    Duration.ofMinutes(10),
                    Duration.ofHours(2)));
    assertEquals(
        "pin-default is PT4H, allowed are 1 s (PT1S) to pin-maximum, PT3H", refusal.getMessage());
  }
}
