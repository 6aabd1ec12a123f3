package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which calls frontends may have given up while the process stood still. */
class StandstillTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // it wraps around
  private final Standstill standstill = new Standstill(nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void aCallFromBeforeMayHaveBeenGivenUp() {
    standstill.tick();
    long begun = standstill.now();
    pass(Standstill.NOTICED.plusMillis(1));
    assertTrue(standstill.mayHaveGivenUp(begun), "the timer has not run yet");
    standstill.tick();
    assertTrue(standstill.mayHaveGivenUp(begun), "the timer has run");
    pass(Duration.ofSeconds(1));
    standstill.tick();
    assertTrue(standstill.mayHaveGivenUp(begun), "for as long as it lasts");
  }

  @Test
  void aCallThatWasSentMeanwhileMayHaveBeenGivenUp() {
    standstill.tick();
    pass(Standstill.NOTICED.plusMillis(1));
    long woken = standstill.now();
    standstill.tick();
    pass(Standstill.AFTERMATH.minusMillis(1));
    assertTrue(standstill.mayHaveGivenUp(woken));
    assertTrue(standstill.mayHaveGivenUp(standstill.now()));
    pass(Duration.ofMillis(1));
    assertFalse(standstill.mayHaveGivenUp(standstill.now()), "it was sent later");
  }

  @Test
  void aShortPauseGivesUpNothing() {
    standstill.tick();
    long begun = standstill.now();
    for (int pause = 0; pause < 10; pause++) {
      pass(Standstill.NOTICED);
      assertFalse(standstill.mayHaveGivenUp(begun));
      standstill.tick();
      assertFalse(standstill.mayHaveGivenUp(begun));
    }
  }

  @Test
  void withoutATimerNothingIsGivenUp() {
    long begun = standstill.now();
    pass(Duration.ofDays(1));
    assertFalse(standstill.mayHaveGivenUp(begun));
    standstill.tick();
    assertFalse(standstill.mayHaveGivenUp(begun), "the timer begins now");
  }
}
