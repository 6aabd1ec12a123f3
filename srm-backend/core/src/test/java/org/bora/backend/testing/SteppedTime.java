package org.bora.backend.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is moved on. */
public final class SteppedTime extends Clock {
  private final AtomicReference<Instant> now;

  public SteppedTime(Instant start) {
    now = new AtomicReference<>(start);
  }

  public void pass(Duration time) {
    now.updateAndGet(then -> then.plus(time));
  }

  @Override
  public Instant instant() {
    return now.get();
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
