package org.bora.storage.tape.virtual;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The time of moving parts. Simulations set it instead of waiting. */
public interface TapeTime {

  Instant now();

  /**
   * Returns when this much time has passed.
   *
   * @param time more than zero
   */
  void pause(Duration time) throws InterruptedException;

  /** Time that passes by itself. */
  static TapeTime passing(Clock clock) {
    Objects.requireNonNull(clock, "clock");
    return new TapeTime() {
      @Override
      public Instant now() {
        return clock.instant();
      }

      @Override
      public void pause(Duration time) throws InterruptedException {
        Thread.sleep(time);
      }
    };
  }
}
