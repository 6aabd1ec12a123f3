package org.bora.audit;

import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * What frontend and backend need to record calls: the log, its selection of calls, and a clock.
 * Thread safe.
 *
 * @param polls whether status queries, which clients repeat every second, are recorded too
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
   * Whether an answered call is recorded.
   *
   * @param enquiry whether it is a status query
   * @param asAsked whether it was answered normally
   */
  public boolean wants(boolean enquiry, boolean asAsked) {
    return polls || !asAsked || !enquiry;
  }

  /** Microseconds since then. */
  public long microsSince(long begunNanos) {
    return (nanos.getAsLong() - begunNanos) / 1000;
  }
}
