package org.bora.door.http;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Checks from time to time whether the caller of a request is still served: a transfer may last for
 * hours, and a ban must not wait until it ends. Used by one thread.
 */
public final class StillServed {
  /** About as long as an order takes to reach every frontend. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  private final BooleanSupplier banned;
  private final BooleanSupplier ended;
  private final LongSupplier nanos;
  private long askedNanos;

  /**
   * @param banned whether the caller is kept out now
   * @param nanos as {@link System#nanoTime}
   */
  public StillServed(BooleanSupplier banned, LongSupplier nanos) {
    this(banned, () -> false, nanos);
  }

  private StillServed(BooleanSupplier banned, BooleanSupplier ended, LongSupplier nanos) {
    this.banned = Objects.requireNonNull(banned, "banned");
    this.ended = Objects.requireNonNull(ended, "ended");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.askedNanos = nanos.getAsLong();
  }

  /** Asks for the caller, and for something else at the same time. */
  public StillServed and(BooleanSupplier more) {
    return new StillServed(() -> banned.getAsBoolean() || more.getAsBoolean(), ended, nanos);
  }

  /** The same, until an administrator ends it. */
  public StillServed until(BooleanSupplier order) {
    return new StillServed(banned, order, nanos);
  }

  /** To be called whenever bytes are about to pass. */
  public void check() throws Refused {
    long now = nanos.getAsLong();
    if (now - askedNanos < EVERY.toNanos()) {
      return;
    }
    askedNanos = now;
    if (banned.getAsBoolean()) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "this site does not serve you any more");
    }
    if (ended.getAsBoolean()) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "an administrator has ended this transfer");
    }
  }
}
