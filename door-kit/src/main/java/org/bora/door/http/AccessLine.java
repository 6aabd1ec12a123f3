package org.bora.door.http;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.Access;
import org.bora.door.audit.AccessAudit;
import org.bora.door.audit.Attempt;
import org.bora.door.audit.CopyEnd;

/**
 * Writes one request to the audit log: at least one line, however the request ends. If the audit
 * log cannot record a request, it is not answered. Used by the thread that serves it.
 */
final class AccessLine implements Exchange.Telling {
  private final AccessAudit audit;
  private final Attempt attempt;
  private final Verdict verdict;
  private final Access access;
  private final Supplier<List<String>> objects;
  private final long begunNanos;
  private boolean told;

  /**
   * @param objects what the request names; asked only for a refusal
   */
  AccessLine(
      AccessAudit audit,
      Attempt attempt,
      Verdict verdict,
      Access access,
      Supplier<List<String>> objects) {
    this.audit = Objects.requireNonNull(audit, "audit");
    this.attempt = Objects.requireNonNull(attempt, "attempt");
    this.verdict = Objects.requireNonNull(verdict, "verdict");
    this.access = Objects.requireNonNull(access, "access");
    this.objects = Objects.requireNonNull(objects, "objects");
    this.begunNanos = audit.begin();
  }

  @Override
  public void answering(int status) {
    told = true;
    audit.served(attempt, verdict, access, begunNanos, Optional.empty());
  }

  /** The whole is refused. */
  void refusing(Refused refusal) {
    told = true;
    refused(refusal.getMessage(), objects);
  }

  @Override
  public void refusing(Refused part, List<String> named) {
    refused(part.getMessage(), () -> named);
  }

  @Override
  public void copied(CopyEnd end) {
    audit.copied(attempt, verdict, access, end);
  }

  /** The request has ended without an answer; nothing is written where it was told before. */
  void broken(String reason) {
    if (!told) {
      told = true;
      refused(reason, objects);
    }
  }

  private void refused(String reason, Supplier<List<String>> named) {
    ReturnStatus status = ReturnStatus.of(SrmStatus.FAILURE, reason);
    audit.refused(attempt, verdict, access, begunNanos, new AccessAudit.Refusal(status, named));
  }
}
