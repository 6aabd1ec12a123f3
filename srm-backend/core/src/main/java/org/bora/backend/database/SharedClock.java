package org.bora.backend.database;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.bora.api.BackendFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The common time of all backends of a database: the database's own time, continued by this
 * machine's monotonic clock between two readings. A deadline written by one backend passes at the
 * same moment for all others, and a machine whose clock is wrong or jumps ends no put and takes no
 * lease.
 *
 * <p>A jump of the database's time is followed only if this machine's clock confirms it, or if it
 * lasts: otherwise a server that starts with a wrong clock would end all puts and leases at once.
 *
 * <p>Thread safe; reading the time does not block. {@link #look} asks the database, for one thread
 * at a time.
 */
public final class SharedClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(SharedClock.class);

  /** The time of an answer that took longer is too uncertain. */
  private static final Duration SLOW = Duration.ofMillis(500);

  /** Below it nothing depends on it, and it may be how long the answer took. */
  private static final Duration TOLERATED = Duration.ofMillis(20);

  /** From here on the administrator should know that the machines disagree. */
  private static final Duration NOTABLE = Duration.ofSeconds(2);

  /** Above it a difference is no drift but a clock that was set, rightly or not. */
  private static final Duration LEAP = Duration.ofMinutes(1);

  /** So long the same leap has to be seen that nothing else confirms. */
  private static final Duration LASTING = Duration.ofMinutes(5);

  private static final int LOOKS_AT_LEAP = 5;

  private static final int FIRST_ASKS = 5;

  /** Asks for the time; blocks. */
  @FunctionalInterface
  public interface Source {
    Instant ask();
  }

  /** The time at one reading of the monotonic clock. */
  private record Mark(Instant time, long nanos) {
    Instant at(long now) {
      return time.plusNanos(now - nanos);
    }

    /** How much later it is by this mark than by another. */
    Duration ahead(Mark other) {
      return Duration.between(other.at(nanos), time);
    }
  }

  /** An answer, and how long it took. */
  private record Answer(Mark mark, Duration took) {
    boolean isSlow() {
      return took.compareTo(SLOW) > 0;
    }
  }

  /**
   * A jump of the database's time that is not followed yet.
   *
   * @param began when it was seen first
   * @param looks number of readings that saw it
   */
  private record Leap(Mark began, int looks) {
    boolean isSeenIn(Mark next) {
      return next.ahead(began).abs().compareTo(NOTABLE) <= 0;
    }

    boolean hasLasted(Mark next) {
      return looks >= LOOKS_AT_LEAP && next.nanos() - began.nanos() >= LASTING.toNanos();
    }
  }

  private final Source source;
  private final Clock own;
  private final LongSupplier nanos;
  private volatile Mark mark;
  private Leap leap;
  private boolean told;
  private boolean away;

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
    this.mark = first();
    compare();
  }

  /** Of several answers the quickest, where the first ones are slow: a server that just starts. */
  private Mark first() {
    Answer best = ask();
    for (int asked = 1; asked < FIRST_ASKS && best.isSlow(); asked++) {
      Answer next = ask();
      best = next.took().compareTo(best.took()) < 0 ? next : best;
    }
    return best.mark();
  }

  /**
   * Asks again; where the answer is slow or differs by nothing that matters all stays as it is, and
   * where none comes too.
   */
  public synchronized void look() {
    try {
      Answer answer = ask();
      away = false;
      if (!answer.isSlow()) {
        follow(answer);
      }
      compare();
    } catch (BackendFailure e) {
      if (!away) {
        LOG.warn(
            "cannot read the clock of the database; continuing with an estimate: {}",
            e.getMessage());
      }
      away = true;
    }
  }

  private void follow(Answer answer) {
    Mark next = answer.mark();
    Duration off = next.ahead(mark).abs();
    if (off.compareTo(LEAP) > 0) {
      leap(next);
      return;
    }
    if (leap != null) {
      LOG.warn("the database's clock has returned to the expected time");
      leap = null;
    }
    if (off.compareTo(TOLERATED.plus(answer.took())) > 0) {
      mark = next;
    }
  }

  private void leap(Mark next) {
    Leap before = leap;
    boolean seen = before != null && before.isSeenIn(next);
    leap = seen ? new Leap(before.began(), before.looks() + 1) : new Leap(next, 1);
    boolean confirmed =
        Duration.between(next.at(nanos.getAsLong()), own.instant()).abs().compareTo(LEAP) <= 0;
    if (confirmed || leap.hasLasted(next)) {
      LOG.warn(
          "the time was corrected from {} to {}, following the database's clock, {}",
          mark.at(next.nanos()),
          next.time(),
          confirmed ? "which agrees with this machine's" : "which has kept its new time");
      mark = next;
      leap = null;
    } else if (!seen) {
      LOG.error(
          "the database's clock leapt by {} ms and is not followed until it has kept to it for {}:"
              + " it says {}, this machine's {}, and it was {} until now; set both by NTP",
          next.ahead(mark).toMillis(),
          LASTING,
          next.time(),
          own.instant(),
          mark.at(next.nanos()));
    }
  }

  private Answer ask() {
    long before = nanos.getAsLong();
    Instant time = source.ask();
    long took = nanos.getAsLong() - before;
    return new Answer(new Mark(time, before + took / 2), Duration.ofNanos(took));
  }

  private void compare() {
    Instant shared = instant();
    Instant here = own.instant();
    Duration off = Duration.between(shared, here);
    boolean notable = off.abs().compareTo(NOTABLE) > 0;
    if (notable && !told) {
      LOG.warn(
          "the database's clock says {}, this machine's {}: {} ms apart. Deadlines and leases go by"
              + " the database's, certificates by this machine's; set both by NTP",
          shared,
          here,
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
