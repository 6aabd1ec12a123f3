package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.bora.api.WorkClass;

/**
 * The turns of one class of work: a limit and its queue, under one lock that is only held briefly.
 * Nothing here blocks; {@link FairTurns} does.
 *
 * <p>Invariant, outside the lock: calls wait only while the limit is reached. Every waiting call
 * gets exactly one decision, and every turn is given back exactly once.
 */
final class Gate {
  /** Who had less than this was late when its turn came. */
  private static final long LEAST_LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final WorkClass kind;
  private final LongSupplier nanos;
  private final RetryTimes retries;
  private final ReentrantLock lock = new ReentrantLock();
  private final FairQueue<Waiter> line = new FairQueue<>();
  private final Pace pace = new Pace();
  private final AdaptiveLimit limit;
  private TurnSettings settings;
  private int inside;
  private long given;
  private long waitedNanos;
  private long refused;

  /** When calls that still wait have to give up because the server stops. */
  private long closesAt;

  private boolean closing;

  Gate(WorkClass kind, TurnSettings settings, LongSupplier nanos, RetryTimes retries) {
    this.kind = kind;
    this.settings = settings;
    this.nanos = nanos;
    this.retries = retries;
    this.limit =
        new AdaptiveLimit(
            kind, settings.places().least(), settings.places().most(), nanos.getAsLong());
  }

  /**
   * Decides about an arriving call, or lets it wait.
   *
   * @param leftNanos its remaining time
   */
  void arrive(Waiter waiter, long leftNanos) {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      long most = Math.min(leftNanos, settings.patience().toNanos());
      waiter.since = now;
      waiter.until = now + (closing ? Math.min(most, closesAt - now) : most);
      if (line.isEmpty() && inside < limit.places()) {
        hold(waiter, now);
      } else {
        queue(waiter, now);
      }
    } finally {
      lock.unlock();
    }
  }

  private void queue(Waiter waiter, long now) {
    limit.pressed();
    int weight = settings.weightOf(waiter.vo);
    double wait = pace.nanosFor(line.turnsUntil(waiter.vo, weight, waiter.caller));
    if (wait >= waiter.until - now) {
      double first = pace.nanosFor(line.turnsUntilFirst(waiter.vo, weight));
      refuse(waiter, first < waiter.until - now, wait);
      return;
    }
    if (line.isEmpty()) {
      pace.began(now);
    }
    line.add(waiter.vo, weight, waiter.caller, waiter);
  }

  /**
   * The call's time is over, or its thread is interrupted; without effect if it was just decided.
   */
  void giveUp(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.isWaiting()) {
        line.remove(waiter.vo, waiter.caller, waiter);
        refuse(waiter, false, pace.nanosFor(line.size() + 1.0));
      }
    } finally {
      lock.unlock();
    }
  }

  private void refuse(Waiter waiter, boolean own, double waitNanos) {
    refused++;
    waiter.refused(own, retries.after(Duration.ofNanos((long) waitNanos)));
  }

  private void hold(Waiter waiter, long now) {
    inside++;
    given++;
    waitedNanos += now - waiter.since;
    waiter.quiet = inside <= AdaptiveLimit.QUIET;
    waiter.since = now;
    waiter.holds(new Place(waiter));
  }

  private void serve(long now) {
    while (!line.isEmpty() && inside < limit.places()) {
      Waiter next = line.next();
      pace.moved(now);
      hold(next, now);
      LockSupport.unpark(next.thread());
    }
    if (!line.isEmpty()) {
      limit.pressed();
    }
  }

  /** A turn that is held. */
  private final class Place implements Turn.Held {
    private final Waiter waiter;
    private boolean open = true;
    private boolean failed;
    private boolean late;

    Place(Waiter waiter) {
      this.waiter = waiter;
    }

    @Override
    public void failed(boolean gaveNoAnswer) {
      failed = true;
      late = gaveNoAnswer;
    }

    @Override
    public void close() {
      if (open) {
        open = false;
        leave(this);
      }
    }
  }

  private void leave(Place place) {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      boolean quiet = inside <= AdaptiveLimit.QUIET;
      inside--;
      Waiter was = place.waiter;
      if (place.late && now - was.since > LEAST_LATE_NANOS) {
        limit.late(now);
      } else if (!place.failed) {
        limit.answered(was.operation, was.quiet && quiet, now - was.since, now);
      }
      serve(now);
    } finally {
      lock.unlock();
    }
  }

  /** Sets new settings, also for waiting calls. */
  void change(TurnSettings next) {
    lock.lock();
    try {
      settings = next;
      limit.bounds(next.places().least(), next.places().most());
      serve(nanos.getAsLong());
    } finally {
      lock.unlock();
    }
  }

  /** No call waits longer than this any more; waiting calls are woken to see it. */
  void close(Duration grace) {
    lock.lock();
    try {
      closing = true;
      closesAt = nanos.getAsLong() + grace.toNanos();
      for (Waiter waiter : line.items()) {
        waiter.until = Math.min(waiter.until, closesAt);
        LockSupport.unpark(waiter.thread());
      }
    } finally {
      lock.unlock();
    }
  }

  GateFigures figures() {
    lock.lock();
    try {
      return new GateFigures(
          kind,
          limit.places(),
          inside,
          line.sizes(),
          given,
          Duration.ofNanos(waitedNanos),
          refused);
    } finally {
      lock.unlock();
    }
  }
}
