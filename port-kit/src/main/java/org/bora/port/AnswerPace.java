package org.bora.port;

import java.time.Duration;

/**
 * Limits how slowly a client may take an answer or send a body. A client may fall behind the
 * minimum rate by an allowance, over all writes of the answer or reads of the body. Faster bytes
 * restore the allowance but do not increase it: socket buffers take the first megabytes at once,
 * even if the client reads none. The service's own time in between does not count. Not thread-safe:
 * one thread at a time writes an answer or reads a body.
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
