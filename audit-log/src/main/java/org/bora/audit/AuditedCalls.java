package org.bora.audit;

import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * What both halves need to tell of calls: the log, which calls it wants, and a clock that measures
 * them. Thread safe.
 *
 * @param polls whether questions are told too that clients repeat every second
 * @param nanos a monotonic clock
 */
public record AuditedCalls(AuditTrail trail, boolean polls, LongSupplier nanos) {

  /** What a client reads whose call cannot be told. */
  public static final String NO_RECORDS =
      "the service cannot keep its records just now, retry in 60 s";

  public AuditedCalls {
    Objects.requireNonNull(trail, "trail");
    Objects.requireNonNull(nanos, "nanos");
  }

  /** Does nothing. */
  public static AuditedCalls off() {
    return new AuditedCalls(AuditTrail.off(), false, System::nanoTime);
  }

  /**
   * Whether a call is told that was answered.
   *
   * @param enquiry whether it only asks how things stand
   * @param asAsked whether it was answered as asked
   */
  public boolean wants(boolean enquiry, boolean asAsked) {
    return polls || !asAsked || !enquiry;
  }

  /** Microseconds since then. */
  public long microsSince(long begunNanos) {
    return (nanos.getAsLong() - begunNanos) / 1000;
  }
}
