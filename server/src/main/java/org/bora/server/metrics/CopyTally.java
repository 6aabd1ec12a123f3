package org.bora.server.metrics;

import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.bora.api.figures.CallResult;
import org.bora.backend.operation.copy.CopyEnds;

/** Counts the results of copied files, and reports them to a listener. Thread safe. */
public final class CopyTally implements CopyEnds {
  private final CopyEnds next;
  private final LongAdder done = new LongAdder();
  private final LongAdder others = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /** Tells {@code next} everything, too. */
  public CopyTally(CopyEnds next) {
    this.next = Objects.requireNonNull(next, "next");
  }

  @Override
  public void ended(End end) {
    boolean well = CallResult.of(end.status().code()) == CallResult.DONE && end.bytes().isPresent();
    (well ? done : others).increment();
    bytes.add(end.bytes().orElse(0));
    next.ended(end);
  }

  long done() {
    return done.sum();
  }

  long others() {
    return others.sum();
  }

  long bytes() {
    return bytes.sum();
  }
}
