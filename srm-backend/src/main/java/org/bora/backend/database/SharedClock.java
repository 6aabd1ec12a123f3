package org.bora.backend.database;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time that all backends of a database have in common: the database's own, carried on by this
 * machine's monotonic clock between two looks. A deadline that one backend wrote passes at the same
 * moment for all others, and a machine whose clock is wrong or jumps ends nobody's put and takes
 * nobody's lease.
 *
 * <p>Thread safe; telling the time does not block. {@link #look} asks the database.
 */
public final class SharedClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(SharedClock.class);

  /** An answer that took longer says too little about when it was given. */
  private static final Duration SLOW = Duration.ofMillis(500);

  /** Below it nothing depends on it, and it may be how long the answer took. */
  private static final Duration TOLERATED = Duration.ofMillis(20);

  /** From here on the administrator should know that the machines disagree. */
  private static final Duration NOTABLE = Duration.ofSeconds(2);

  /** Asks for the time; blocks. */
  @FunctionalInterface
  public interface Source {
    Instant ask();
  }

  /** What the time was at a reading of the monotonic clock. */
  private record Mark(Instant time, long nanos) {
    Instant at(long now) {
      return time.plusNanos(now - nanos);
    }
  }

  private final Source source;
  private final Clock own;
  private final LongSupplier nanos;
  private volatile Mark mark;
  private volatile boolean told;

  /**
   * Asks for the time at once.
   *
   * @param own this machine's clock, to be compared with
   * @param nanos this machine's monotonic clock
   */
  public SharedClock(Source source, Clock own, LongSupplier nanos) {
    this.source = Objects.requireNonNull(source, "source");
    this.own = Objects.requireNonNull(own, "own");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.mark = ask();
    compare();
  }

  /** Asks again; where the answer is slow or differs by nothing that matters all stays as it is. */
  public void look() {
    long before = nanos.getAsLong();
    Mark next = ask();
    long took = nanos.getAsLong() - before;
    Duration off = Duration.between(mark.at(next.nanos()), next.time()).abs();
    if (took <= SLOW.toNanos() && off.compareTo(TOLERATED.plusNanos(took)) > 0) {
      mark = next;
    }
    compare();
  }

  private Mark ask() {
    long before = nanos.getAsLong();
    Instant time = source.ask();
    long after = nanos.getAsLong();
    return new Mark(time, before + (after - before) / 2);
  }

  private void compare() {
    Duration off = Duration.between(instant(), own.instant());
    boolean notable = off.abs().compareTo(NOTABLE) > 0;
    if (notable && !told) {
      LOG.warn(
          "the clock of this machine is {} ms off that of the database, which counts for deadlines"
              + " and leases; certificates are checked by this machine's: set it by NTP",
          off.toMillis());
    }
    told = notable;
  }

  @Override
  public Instant instant() {
    return mark.at(nanos.getAsLong());
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
