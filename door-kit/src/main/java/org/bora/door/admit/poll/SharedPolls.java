package org.bora.door.admit.poll;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bora.api.word.Call;

/**
 * Lets callers with equal polls at the same time share one answer. An answer is never older than
 * the poll: a call that arrives while the backend answers an equal poll waits for the next one,
 * together with all calls that arrive before that one starts. So a client never reads an older
 * state than one that it has seen, here or at another frontend. At most two of any number of equal
 * polls use the backend at a time. Answers are not kept. Thread safe.
 */
public final class SharedPolls {

  /**
   * The running and the next call of one poll. Both change only inside {@link
   * ConcurrentMap#compute}.
   */
  private record Lane(Flight now, Flight next) {}

  private final Clock clock;
  private final ConcurrentMap<Poll, Lane> lanes = new ConcurrentHashMap<>();
  private final AtomicLong shared = new AtomicLong();

  public SharedPolls(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * Gets the answer, or waits for the answer of another call, within this call's time.
   *
   * @param ask gets the answer; must run its argument just before the state is read, after all
   *     waiting
   * @return the answer; several callers may get it, so it must be immutable
   */
  @SuppressWarnings("unchecked") // equal polls have answers of one type: that of their operation
  public <R> R answer(Poll poll, Call call, Function<Runnable, R> ask) {
    Flight mine = new Flight();
    Lane lane = lanes.compute(poll, (same, known) -> boarded(known, mine));
    Flight joined = lane.next() == null ? lane.now() : lane.next();
    if (joined != mine) {
      shared.incrementAndGet();
      return (R) joined.await(left(call));
    }
    return fly(poll, mine, lane.now(), call, ask);
  }

  private static Lane boarded(Lane known, Flight mine) {
    if (known == null) {
      return new Lane(mine, null);
    }
    Flight last = known.next() == null ? known.now() : known.next();
    return last.hasDeparted() ? new Lane(last, mine) : known;
  }

  private <R> R fly(Poll poll, Flight mine, Flight before, Call call, Function<Runnable, R> ask) {
    try {
      if (before != mine) {
        before.awaitEnd(left(call));
      }
      R reply = ask.apply(mine::depart);
      mine.landed(reply);
      return reply;
    } catch (RuntimeException | Error failure) {
      mine.failed(failure);
      throw failure;
    } finally {
      lanes.compute(poll, (same, known) -> landed(known, mine));
    }
  }

  /** The lane without this flight, which the next one may have replaced already. */
  private static Lane landed(Lane known, Flight mine) {
    if (known == null) {
      return null;
    }
    Flight now = known.now() == mine ? null : known.now();
    Flight next = known.next() == mine ? null : known.next();
    if (now == null && next == null) {
      return null;
    }
    return now == null ? new Lane(next, null) : new Lane(now, next);
  }

  private Duration left(Call call) {
    Duration left = Duration.between(clock.instant(), call.deadline());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Questions that were answered by another's answer, since the start. */
  public long shared() {
    return shared.get();
  }

  /** Questions that are being answered or waited for. */
  int lanes() {
    return lanes.size();
  }
}
