package org.bora.backend.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved on, or moves with each look. */
public final class SteppedTime extends Clock {
  private final AtomicReference<Instant> now;
  private volatile Duration look = Duration.ZERO;

  public SteppedTime(Instant start) {
    now = new AtomicReference<>(start);
  }

  public void pass(Duration time) {
    now.updateAndGet(then -> then.plus(time));
  }

  /** From now on so much passes with each look, as on a busy machine. */
  public void passWithEachLook(Duration time) {
    look = time;
  }

  @Override
  public Instant instant() {
    return now.getAndUpdate(then -> then.plus(look));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("instants have no zone");
  }
}
