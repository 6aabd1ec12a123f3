package org.bora.door.admit.turn;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.bora.api.WorkClass;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;

/**
 * Turns at a {@link Gate} for each class of work. If no call waits, a turn costs two short locks; a
 * waiting call is parked, and woken once. Each frontend has its own turns: the frontends share the
 * backends through the limits that each of them finds.
 */
public final class FairTurns implements Turns {
  private final Clock clock;
  private final LongSupplier nanos;
  private final Map<WorkClass, Gate> gates = new EnumMap<>(WorkClass.class);

  /**
   * Creates empty gates.
   *
   * @param clock for deadlines
   * @param nanos for durations: {@link System#nanoTime}
   */
  public FairTurns(TurnSettings settings, Clock clock, LongSupplier nanos, RetryTimes retries) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    for (WorkClass kind : WorkClass.values()) {
      gates.put(kind, new Gate(kind, settings, nanos, retries));
    }
  }

  @Override
  public Turn take(Call call, Work work) {
    Gate gate = gates.get(work.kind());
    Caller caller = call.caller();
    Waiter waiter =
        new Waiter(caller.vo().orElse(""), caller.dn(), work.operation(), Thread.currentThread());
    gate.arrive(waiter, left(call));
    while (true) {
      long left = waiter.until - nanos.getAsLong();
      // Asked last of all before the wait. The wake-up of a turn that came earlier may be used up:
      // any lock that this thread had to wait for would take it for its own.
      if (!waiter.isWaiting()) {
        return waiter.turn();
      }
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        gate.giveUp(waiter);
      } else {
        LockSupport.parkNanos(this, left);
      }
    }
  }

  private long left(Call call) {
    Duration left = Duration.between(clock.instant(), call.deadline());
    return left.compareTo(Duration.ofHours(1)) > 0 ? Duration.ofHours(1).toNanos() : left.toNanos();
  }

  /** From now on other settings hold. */
  public void change(TurnSettings settings) {
    gates.values().forEach(gate -> gate.change(settings));
  }

  /**
   * Called when the server stops: a call without a turn by then is refused with a retry; turns are
   * still given until then and later.
   *
   * @param grace from now; zero refuses all waiting calls
   */
  public void close(Duration grace) {
    gates.values().forEach(gate -> gate.close(grace));
  }

  /** Every class of work at this moment. */
  public List<GateFigures> figures() {
    return gates.values().stream().map(Gate::figures).toList();
  }
}
