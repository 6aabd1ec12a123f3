package org.bora.door.gsi.trust;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes when it is told to. */
public final class SetClock extends Clock {

  private volatile Instant now;

  public SetClock(Instant now) {
    this.now = now;
  }

  public void set(Instant next) {
    now = next;
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
