package org.bora.backend.serve;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Consumer;
import org.bora.api.figures.ProcessFigures;
import org.bora.backend.audit.CallAudit;

/**
 * Who is told of what frontends ask and say.
 *
 * @param audit of every call
 * @param calls of every call too, to count it
 * @param figures what frontends tell of themselves; blocks
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
