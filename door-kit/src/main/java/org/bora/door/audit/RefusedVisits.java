package org.bora.door.audit;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.door.gsi.door.Refusals;

/**
 * Writes refused connections to the audit log: a {@code handshake} line for each, within the {@link
 * VisitBudget}. Anyone can cause refusals without limit; the budget prevents that they push older
 * lines out of the files, or that connections without a certificate hide those with one. The next
 * line says how many were omitted. Thread safe.
 */
public final class RefusedVisits implements Refusals {

  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  /** Of a reason, and of a subject: others say what stands there. */
  static final int LONGEST = 256;

  /** Between the door's text about a certificate and the subject that it claims. */
  private static final String SUBJECT = ": /";

  /**
   * The beginning of the door's reasons about certificates. In other reasons, for example about a
   * token or a signature, the client may have written a text that looks like a subject.
   */
  private static final List<String> OF_CERTIFICATES =
      List.of("handshake failed: ", "the credential is not valid any more: ");

  private final AuditTrail trail;
  private final LongSupplier nanos;
  private final VisitBudget shown = new VisitBudget();
  private final VisitBudget unshown = new VisitBudget();
  private long minuteNanos;

  /**
   * @param nanos a monotonic clock
   */
  public RefusedVisits(AuditTrail trail, LongSupplier nanos) {
    this.trail = Objects.requireNonNull(trail, "trail");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.minuteNanos = nanos.getAsLong();
  }

  @Override
  public void refused(String host, String reason) {
    if (!trail.isOn()) {
      return;
    }
    int subject = subject(reason);
    long before = take(subject < 0 ? unshown : shown, VisitBudget.block(host));
    if (before < 0) {
      return;
    }
    AuditLines lines =
        trail.lines().begin("handshake").text("client", host).text("outcome", "refused");
    lines.text("explanation", subject < 0 ? reason : reason.substring(0, subject), LONGEST);
    if (subject >= 0) {
      lines.text("subject", reason.substring(subject + SUBJECT.length() - 1), LONGEST);
      lines.text("proof", "none");
    }
    if (before > 0) {
      lines.number("untold", before);
    }
    try {
      trail.write(lines.end());
    } catch (AuditUnavailable e) {
      // kept, and written when it can be; a caller that was sent away gets no answer in any case
    }
  }

  /** Where the name in a refused certificate begins; negative where none was refused. */
  private static int subject(String reason) {
    return OF_CERTIFICATES.stream().anyMatch(reason::startsWith) ? reason.indexOf(SUBJECT) : -1;
  }

  /** A refusal that cannot be logged here either counts as omitted. */
  synchronized void leftOut() {
    unshown.leaveOut();
  }

  /** The number of refusals omitted before; negative if this one is omitted. */
  private synchronized long take(VisitBudget budget, String block) {
    long now = nanos.getAsLong();
    if (now - minuteNanos >= MINUTE_NANOS) {
      minuteNanos = now;
      shown.renew();
      unshown.renew();
    }
    return budget.take(block);
  }
}
