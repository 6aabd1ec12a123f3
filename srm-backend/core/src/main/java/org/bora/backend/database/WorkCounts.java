package org.bora.backend.database;

import java.util.concurrent.atomic.LongAdder;
import org.bora.api.figures.TimeHistogram;

/** Counts the database work of one kind. Thread safe; never blocks. */
final class WorkCounts {
  private final TimeHistogram times = new TimeHistogram();
  private final LongAdder statements = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /** Sent to the server. */
  LongAdder statements() {
    return statements;
  }

  /** It met an error that passes, and was tried again or given up. */
  void retried() {
    retries.increment();
  }

  /** The work did not finish. */
  void failed() {
    failures.increment();
  }

  /** It came to its end, the waiting for a connection included. */
  void done(long nanos) {
    times.record(nanos);
  }

  WorkFigures figures(String name, int waiting) {
    return new WorkFigures(
        name, waiting, times.spread(), statements.sum(), retries.sum(), failures.sum());
  }
}
