package org.bora.frontend.audit;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.frontend.gsi.door.Refusals;

/**
 * Tells the audit log of those whom the door sends away: a {@code handshake} line for each, but not
 * more than a number per second. Anybody can be sent away as often as he likes; so nobody can push
 * older lines out of the files that are kept. How many were left out stands in the next line.
 */
public final class RefusedVisits implements Refusals {

  /** In a second: 4 GB a year at the very most. */
  static final int MOST = 20;

  private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

  private final AuditTrail trail;
  private final LongSupplier nanos;
  private long secondNanos;
  private int told;
  private long untold;

  /**
   * @param nanos a clock that nobody turns back
   */
  public RefusedVisits(AuditTrail trail, LongSupplier nanos) {
    this.trail = Objects.requireNonNull(trail, "trail");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.secondNanos = nanos.getAsLong();
  }

  @Override
  public void refused(String host, String reason) {
    if (!trail.isOn()) {
      return;
    }
    long before = take();
    if (before < 0) {
      return;
    }
    AuditLines lines =
        trail
            .lines()
            .begin("handshake")
            .text("client", host)
            .text("outcome", "refused")
            .text("explanation", reason);
    if (before > 0) {
      lines.number("untold", before);
    }
    try {
      trail.write(lines.end());
    } catch (AuditUnavailable e) {
      // kept, and written when it can be; whoever was sent away is answered nothing in any case
    }
  }

  /** How many were left out before; negative for one that is left out itself. */
  private synchronized long take() {
    long now = nanos.getAsLong();
    if (now - secondNanos >= SECOND_NANOS) {
      secondNanos = now;
      told = 0;
    }
    if (told == MOST) {
      untold++;
      return -1;
    }
    told++;
    long before = untold;
    untold = 0;
    return before;
  }
}
