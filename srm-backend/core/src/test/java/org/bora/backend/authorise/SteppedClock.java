package org.bora.backend.authorise;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves when a test says so. */
public final class SteppedClock extends Clock {

  private volatile Instant now;

  public SteppedClock(Instant now) {
    this.now = now;
  }

  public synchronized void advance(Duration step) {
    now = now.plus(step);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
