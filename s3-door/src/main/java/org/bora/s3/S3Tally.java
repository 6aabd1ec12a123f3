package org.bora.s3;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts answered requests, by operation and result. Thread safe. */
public final class S3Tally {
  /** Of a request that was served. */
  private static final String SERVED = "OK";

  /**
   * The labels of a counter.
   *
   * @param operation as S3 calls it
   * @param code of the error, or OK
   */
  public record Kind(String operation, String code) {
    public Kind {
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(code, "code");
    }
  }

  private final ConcurrentMap<Kind, LongAdder> counts = new ConcurrentHashMap<>();

  void served(Act act) {
    count(new Kind(act.label(), SERVED));
  }

  /**
   * Counts a refused request.
   *
   * @param code an S3 error code, not chosen by a client
   */
  void refused(Act act, String code) {
    count(new Kind(act.label(), code));
  }

  private void count(Kind kind) {
    counts.computeIfAbsent(kind, _ -> new LongAdder()).increment();
  }

  /** All so far. */
  public Map<Kind, Long> counts() {
    return counts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().sum()));
  }
}
