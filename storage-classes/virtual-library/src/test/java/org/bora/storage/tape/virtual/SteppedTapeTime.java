package org.bora.storage.tape.virtual;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** Time that stands still but for the pauses of the library, which take none. */
public final class SteppedTapeTime implements TapeTime {
  public static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  /** Since {@link #START}. */
  public Duration passed() {
    return Duration.between(START, now.get());
  }

  public void set(Duration sinceStart) {
    now.set(START.plus(sinceStart));
  }

  @Override
  public Instant now() {
    return now.get();
  }

  @Override
  public void pause(Duration time) {
    now.updateAndGet(then -> then.plus(time));
  }
}
