package org.bora.backend.serve;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Consumer;
import org.bora.api.figures.ProcessFigures;
import org.bora.backend.audit.CallAudit;

/**
 * The observers of calls and reports of frontends.
 *
 * @param audit records every call
 * @param calls counts every call
 * @param figures receives reports of frontends; blocks
 */
public record Witnesses(CallAudit audit, ServedCalls calls, Consumer<ProcessFigures> figures) {
  public Witnesses {
    Objects.requireNonNull(audit, "audit");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(figures, "figures");
  }

  /** Nobody. */
  public static Witnesses none(Clock clock) {
    return new Witnesses(CallAudit.off(), ServedCalls.alone(clock), _ -> {});
  }
}
