package org.bora.backend.turl;

import java.util.concurrent.atomic.LongAdder;

/** The transfer URLs of HTTPS that a backend has told, the same one as often as it is asked for. */
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
