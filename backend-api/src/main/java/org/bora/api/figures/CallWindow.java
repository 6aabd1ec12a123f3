package org.bora.api.figures;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Recent figures of calls: {@link CallFigures} now, compared with an earlier moment. */
public final class CallWindow {
  /** What "lately" is, at most. */
  private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

  private final CallFigures calls;
  private final LongSupplier nanos;
  private final Deque<Sample> samples = new ArrayDeque<>();

  private record Sample(
      long nanos,
      Map<String, Map<CallResult, Long>> counts,
      Map<String, Long> vos,
      TimeSpread turls) {}

  /**
   * The figures of the window.
   *
   * @param overSeconds length of the window
   * @param vos calls per second of each VO that called
   */
  public record Recent(
      double overSeconds, List<OperationCalls> operations, Map<String, Double> vos, Latency turls) {
    public Recent {
      operations = List.copyOf(operations);
      vos = Map.copyOf(vos);
      Objects.requireNonNull(turls, "turls");
    }
  }

  /**
   * Begins with the present counts.
   *
   * @param nanos as {@link System#nanoTime}
   */
  public CallWindow(CallFigures calls, LongSupplier nanos) {
    this.calls = Objects.requireNonNull(calls, "calls");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    samples.add(sample());
  }

  private Sample sample() {
    Map<String, Map<CallResult, Long>> counts = new HashMap<>();
    calls.operations().forEach((name, figures) -> counts.put(name, counts(figures)));
    Map<String, Long> vos = new HashMap<>();
    calls.vos().counts().forEach(one -> vos.merge(one.vo(), one.total(), Long::sum));
    return new Sample(nanos.getAsLong(), counts, vos, calls.turls().spread());
  }

  private static Map<CallResult, Long> counts(OperationFigures figures) {
    Map<CallResult, Long> counts = new EnumMap<>(CallResult.class);
    for (CallResult result : CallResult.values()) {
      counts.put(result, figures.count(result));
    }
    return counts;
  }

  /** The last minute, or the time since the first call; to be called every few seconds. */
  public synchronized Recent look() {
    Sample now = sample();
    while (samples.size() > 1 && now.nanos() - samples.getFirst().nanos() > WINDOW_NANOS) {
      samples.removeFirst();
    }
    Sample then = samples.getFirst();
    samples.addLast(now);
    double seconds = Math.max(1e-3, (now.nanos() - then.nanos()) / 1e9);
    List<OperationCalls> operations = new ArrayList<>();
    new TreeMap<>(now.counts())
        .forEach((name, counts) -> add(operations, name, counts, then.counts().get(name), seconds));
    Map<String, Double> vos = new HashMap<>();
    now.vos()
        .forEach((vo, total) -> rate(vos, vo, total - then.vos().getOrDefault(vo, 0L), seconds));
    return new Recent(seconds, operations, vos, Latency.of(now.turls().since(then.turls())));
  }

  private static void rate(Map<String, Double> rates, String vo, long calls, double seconds) {
    if (calls > 0) {
      rates.put(vo, calls / seconds);
    }
  }

  private static void add(
      List<OperationCalls> all,
      String name,
      Map<CallResult, Long> counts,
      Map<CallResult, Long> before,
      double seconds) {
    counts.forEach(
        (result, total) -> {
          if (total > 0) {
            double rate = (total - before.get(result)) / seconds;
            all.add(new OperationCalls(name, result, total, rate));
          }
        });
  }
}
