package org.bora.door;

import java.time.Duration;

/**
 * How slowly a client may take an answer: its whole waiting time, over all writes of the answer, is
 * bounded by a first allowance and what the bytes come to at the least rate. What the service
 * itself needs between two writes does not count. Not thread-safe: an answer is written by one
 * thread at a time.
 */
final class AnswerPace {

  /** 256 kbit/s: an answer of 10,000 files takes five minutes then. */
  static final int LEAST_BYTES_PER_SECOND = 32 << 10;

  private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private long allowedNanos;

  /**
   * @param first allowance, whatever the answer's length
   */
  AnswerPace(Duration first) {
    this.allowedNanos = first.toNanos();
  }

  /** How long the client may let these bytes wait, which are to be written now. */
  long allow(long bytes) {
    allowedNanos += bytes * NANOS_PER_SECOND / LEAST_BYTES_PER_SECOND;
    return allowedNanos;
  }

  /** So long it made the service wait. */
  void waited(long nanos) {
    allowedNanos -= nanos;
  }
}
