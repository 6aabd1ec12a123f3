package org.bora.api.figures;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts calls by caller, minute by minute. Callers beyond {@value #MOST} in one minute are counted
 * together, so the memory is bounded. Thread safe.
 */
public final class CallerCounts {
  static final int MOST = 2_000;

  /** Stands for all callers beyond the limit. */
  static final String OTHERS = "(others)";

  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  private record Minute(long began, ConcurrentMap<String, LongAdder> calls, AtomicInteger callers) {
    static Minute at(long nanos) {
      return new Minute(nanos, new ConcurrentHashMap<>(), new AtomicInteger());
    }
  }

  /** The current minute, and the last complete minute. */
  private record Minutes(Minute whole, Minute now) {}

  private final LongSupplier nanos;
  private final AtomicReference<Minutes> minutes;

  /**
   * Counts from nothing.
   *
   * @param nanos as {@link System#nanoTime}
   */
  public CallerCounts(LongSupplier nanos) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    long now = nanos.getAsLong();
    minutes = new AtomicReference<>(new Minutes(Minute.at(now), Minute.at(now)));
  }

  /** A caller called. */
  public void called(String dn) {
    Minute now = current().now();
    LongAdder its = now.calls().get(dn);
    if (its == null) {
      boolean room = now.callers().get() < MOST;
      its = now.calls().computeIfAbsent(room ? dn : OTHERS, _ -> fresh(now));
    }
    its.increment();
  }

  private static LongAdder fresh(Minute minute) {
    minute.callers().incrementAndGet();
    return new LongAdder();
  }

  /** Who loses the race to begin a minute finds it begun. */
  private Minutes current() {
    Minutes known = minutes.get();
    long now = nanos.getAsLong();
    long passed = now - known.now().began();
    if (passed < MINUTE_NANOS) {
      return known;
    }
    Minute whole = passed < 2 * MINUTE_NANOS ? known.now() : Minute.at(now);
    minutes.compareAndSet(known, new Minutes(whole, Minute.at(now)));
    return minutes.get();
  }

  /** The most active callers of the last whole minute; of the first minute so far. */
  public List<CallerCalls> top(int most) {
    Minutes known = current();
    Map<String, LongAdder> calls =
        known.whole().calls().isEmpty() ? known.now().calls() : known.whole().calls();
    return calls.entrySet().stream()
        .map(one -> new CallerCalls(one.getKey(), one.getValue().sum()))
        .sorted(Comparator.comparingLong(CallerCalls::calls).reversed())
        .limit(most)
        .toList();
  }
}
