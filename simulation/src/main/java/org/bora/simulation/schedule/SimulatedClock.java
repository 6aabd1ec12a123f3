package org.bora.simulation.schedule;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock in UTC that reads its time from another source. */
final class SimulatedClock extends Clock {
  private final InstantSource source;

  SimulatedClock(InstantSource source) {
    this.source = source;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return source.withZone(zone);
  }

  @Override
  public Instant instant() {
    return source.instant();
  }
}
