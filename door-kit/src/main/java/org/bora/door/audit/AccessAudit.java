package org.bora.door.audit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.audit.AuditedCalls;
import org.bora.door.admit.Verdict;
import org.bora.door.gsi.Credential;

/**
 * Writes every call to the audit log before its answer is sent: an {@code access} line with the
 * credential. The results for the SURLs are in the {@code operation} lines of the backend with the
 * same {@code id}. docs/reference/audit.md describes the fields. Thread safe.
 *
 * <p>Successful status queries are omitted unless configured.
 */
public final class AccessAudit {

  private final AuditedCalls calls;
  private final AuditTrail trail;

  public AccessAudit(AuditedCalls calls) {
    this.calls = Objects.requireNonNull(calls, "calls");
    this.trail = calls.trail();
  }

  /** Does nothing. */
  public static AccessAudit off() {
    return new AccessAudit(AuditedCalls.off());
  }

  /** To be given back with the call. */
  public long begin() {
    return calls.nanos().getAsLong();
  }

  /**
   * To be asked before a call is served.
   *
   * @throws BackendFailure where it must not be
   */
  public void check() {
    try {
      trail.check();
    } catch (AuditUnavailable known) {
      throw BackendFailure.notBegun(AuditedCalls.NO_RECORDS);
    }
  }

  /**
   * Records a call that a backend has answered.
   *
   * @param status of the answer; empty if it has none
   * @throws BackendFailure if it cannot be recorded, so that the answer must not be sent
   */
  public void served(
      Attempt attempt,
      Verdict verdict,
      Access access,
      long begunNanos,
      Optional<SrmStatus> status) {
    boolean asAsked = status.map(SrmStatus::isAsAsked).orElse(true);
    if (calls.wants(Catalogue.isEnquiry(attempt.operation()), asAsked)) {
      tell(attempt, verdict, access, begunNanos, Optional.empty());
    }
  }

  /**
   * The result of a call that no backend has answered.
   *
   * @param surls gives the SURLs of the call; only evaluated if they are written
   */
  public record Refusal(ReturnStatus status, Supplier<List<String>> surls) {
    public Refusal {
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(surls, "surls");
    }
  }

  /** The same for a call that this frontend answers itself, or that no backend could answer. */
  public void refused(
      Attempt attempt, Verdict verdict, Access access, long begunNanos, Refusal refusal) {
    tell(attempt, verdict, access, begunNanos, Optional.of(refusal));
  }

  /** Tells of the end of a copy that the door has moved: its call was told when it began. */
  public void copied(Attempt attempt, Verdict verdict, Access access, CopyEnd end) {
    if (!trail.isOn()) {
      return;
    }
    AuditLines lines = trail.lines().begin("copy");
    lines.text("id", attempt.trace()).text("op", attempt.operation());
    who(lines, verdict);
    lines.text("client", access.client()).surl("surl", end.from()).surl("to", end.to());
    lines.text("outcome", end.failure().isPresent() ? "failed" : "done");
    lines.text("explanation", end.failure()).number("bytes", end.bytes());
    try {
      trail.write(lines.end());
    } catch (AuditUnavailable known) {
      // kept, and written when it can be; the copy has ended in any case
    }
  }

  private void tell(
      Attempt attempt, Verdict verdict, Access access, long begunNanos, Optional<Refusal> refusal) {
    if (!trail.isOn()) {
      return;
    }
    AuditLines lines = trail.lines().begin("access");
    lines.text("id", attempt.trace()).text("op", attempt.operation());
    who(lines, verdict);
    lines.text("client", access.client());
    access.credential().ifPresent(credential -> credential(lines, credential));
    if (access.delegated()) {
      lines.flag("delegated", true);
    }
    lines.number("us", calls.microsSince(begunNanos));
    lines.text("outcome", refusal.isPresent() ? "refused" : "served");
    if (verdict instanceof Verdict.Banned banned) {
      lines.text("rule", banned.what());
    }
    refusal.ifPresent(why -> refusal(lines, why));
    try {
      trail.write(lines.end());
    } catch (AuditUnavailable known) {
      // the log has told why; a stack for every call would bury it
      throw new BackendFailure(BackendFailure.Kind.TRANSIENT, AuditedCalls.NO_RECORDS, null);
    }
  }

  private static void refusal(AuditLines lines, Refusal refusal) {
    ReturnStatus status = refusal.status();
    lines.text("status", status.code().wireName()).text("explanation", status.explanation());
    List<String> surls = refusal.surls().get();
    if (!surls.isEmpty()) {
      lines.surls("surls", surls);
    }
  }

  private static void who(AuditLines lines, Verdict verdict) {
    lines.exact("dn", verdict.dn());
    if (verdict instanceof Verdict.Admitted admitted) {
      Caller caller = admitted.caller();
      lines.exact("issuer", caller.issuer()).texts("fqans", caller.fqans());
    }
  }

  private static void credential(AuditLines lines, Credential credential) {
    lines
        .text("serial", credential.serial())
        .time("expires", credential.expires())
        .number("proxies", credential.proxies())
        .text("proxy", credential.proxyKind());
    credential
        .attributes()
        .ifPresent(
            voms ->
                lines
                    .text("vo", voms.vo())
                    .exact("vo-issuer", voms.issuer())
                    .text("vo-serial", voms.serial()));
  }
}
