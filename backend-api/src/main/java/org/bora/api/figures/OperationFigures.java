package org.bora.api.figures;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of one operation, by result and by duration. Thread safe. */
public final class OperationFigures {
  private final Map<CallResult, LongAdder> results = new EnumMap<>(CallResult.class);
  private final TimeHistogram times = new TimeHistogram();

  OperationFigures() {
    for (CallResult result : CallResult.values()) {
      results.put(result, new LongAdder());
    }
  }

  /** A call has ended. */
  public void ended(CallResult result, long nanos) {
    results.get(result).increment();
    times.record(nanos);
  }

  /** How many ended so. */
  public long count(CallResult result) {
    return results.get(result).sum();
  }

  /** How long they took, however they ended. */
  public TimeSpread times() {
    return times.spread();
  }
}
