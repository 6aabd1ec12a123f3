package org.bora.port;

import java.time.Duration;

/**
 * How slowly a client may take an answer, or send a body: it may fall behind the least rate by an
 * allowance, over all writes of the answer or reads of the body. Bytes that it takes faster restore
 * the allowance and save nothing beyond it: the sockets on both sides take the first megabytes at
 * once, of a client that takes none too. What the service itself needs in between does not count.
 * Not thread-safe: an answer is written, and a body read, by one thread at a time.
 */
public final class AnswerPace {

  /** 256 kbit/s: an answer of 10,000 files takes five minutes then. */
  static final int LEAST_BYTES_PER_SECOND = 32 << 10;

  private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final long mostNanos;
  private long allowedNanos;

  /**
   * @param allowance whatever the answer's length
   */
  public AnswerPace(Duration allowance) {
    this.mostNanos = allowance.toNanos();
    this.allowedNanos = mostNanos;
  }

  /** How long the client may let these bytes wait, which are to be written now. */
  public long allow(long bytes) {
    allowedNanos =
        Math.min(allowedNanos, mostNanos) + bytes * NANOS_PER_SECOND / LEAST_BYTES_PER_SECOND;
    return allowedNanos;
  }

  /** So long it made the service wait. */
  public void waited(long nanos) {
    allowedNanos -= nanos;
  }
}
