package org.bora.backend.operation.copy;

import java.util.Objects;
import org.bora.api.word.Call;
import org.bora.api.word.SrmStatus;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.outcome.Outcome;

/**
 * Writes a {@code copy} line to the audit log for each finished file of srmCopy, even if no client
 * waits. docs/reference/audit.md describes the fields. Thread safe.
 */
public final class CopyAudit implements CopyEnds {

  private final AuditTrail trail;

  public CopyAudit(AuditTrail trail) {
    this.trail = Objects.requireNonNull(trail, "trail");
  }

  @Override
  public void ended(End end) {
    if (!trail.isOn()) {
      return;
    }
    AuditLines lines = trail.lines().begin("copy");
    end.call().ifPresent(call -> who(lines, call));
    lines.text("request", end.request());
    lines.surl("surl", end.source().text()).surl("to", end.target().text());
    lines.text("outcome", word(end.status().code()));
    lines.text("status", end.status().code().wireName());
    if (!end.status().explanation().isEmpty()) {
      lines.text("explanation", end.status().explanation());
    }
    if (end.bytes().isPresent()) {
      lines.number("bytes", end.bytes().getAsLong());
    }
    try {
      trail.write(lines.end());
    } catch (AuditUnavailable known) {
      // kept, and written when it can be; the copy has ended in any case
    }
  }

  private static void who(AuditLines lines, Call call) {
    lines
        .text("id", call.trace())
        .exact("dn", call.caller().dn())
        .exact("issuer", call.caller().issuer())
        .texts("fqans", call.caller().fqans())
        .text("client", call.caller().host());
  }

  /** An abort was requested, and the file was not copied. */
  private static String word(SrmStatus status) {
    return status == SrmStatus.ABORTED ? "aborted" : CallAudit.word(Outcome.of(status));
  }
}
