package org.bora.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts third-party copies and their bytes, by result and refusal. Thread safe. */
public final class CopyTally {
  /**
   * The labels of a counter.
   *
   * @param direction {@code in} for a pull, {@code out} for a push
   * @param result {@code done} or {@code failed}
   */
  public record Kind(String direction, String result) {
    public Kind {
      Objects.requireNonNull(direction, "direction");
      Objects.requireNonNull(result, "result");
    }
  }

  private final ConcurrentMap<Kind, LongAdder> ended = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LongAdder> bytes = new ConcurrentHashMap<>();

  private final Map<Streams.Limit, LongAdder> refused = new EnumMap<>(Streams.Limit.class);

  public CopyTally() {
    for (Streams.Limit limit : Streams.Limit.values()) {
      refused.put(limit, new LongAdder());
    }
  }

  void refused(Streams.Limit limit) {
    refused.get(limit).increment();
  }

  void ended(boolean inward, boolean done, long count) {
    String direction = inward ? "in" : "out";
    Kind kind = new Kind(direction, done ? "done" : "failed");
    ended.computeIfAbsent(kind, _ -> new LongAdder()).increment();
    bytes.computeIfAbsent(direction, _ -> new LongAdder()).add(count);
  }

  /** All so far. */
  public Map<Kind, Long> ended() {
    return sums(ended);
  }

  /** For all copies, including failed ones, by direction. */
  public Map<String, Long> bytes() {
    return sums(bytes);
  }

  /** Copies that got no stream, by the limit that was reached; of every limit. */
  public Map<String, Long> refused() {
    return refused.entrySet().stream()
        .collect(Collectors.toMap(one -> one.getKey().label(), one -> one.getValue().sum()));
  }

  private static <K> Map<K, Long> sums(Map<K, LongAdder> counts) {
    return counts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().sum()));
  }
}
