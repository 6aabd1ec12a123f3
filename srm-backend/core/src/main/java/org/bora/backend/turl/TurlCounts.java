package org.bora.backend.turl;

import java.util.concurrent.atomic.LongAdder;

/** Counts the https TURLs in replies of a backend, including repetitions. */
public final class TurlCounts {
  private final LongAdder reading = new LongAdder();
  private final LongAdder writing = new LongAdder();

  void told(boolean writes) {
    (writes ? writing : reading).increment();
  }

  public long reading() {
    return reading.sum();
  }

  public long writing() {
    return writing.sum();
  }
}
