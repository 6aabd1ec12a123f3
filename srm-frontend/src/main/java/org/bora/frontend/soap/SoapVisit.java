package org.bora.frontend.soap;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.cxf.message.Message;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.figures.CallTarget;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.CallerTurns;
import org.bora.door.audit.Access;
import org.bora.door.audit.Attempt;

/**
 * What is known about a call before its XML is parsed. The interceptors find it in the exchange.
 *
 * @param access its caller and connection
 * @param body the part that was read
 * @param flaw why the body is not parsed
 * @param turn at the processors; closed when the XML has been read
 */
record SoapVisit(
    String trace,
    Verdict verdict,
    Access access,
    Optional<DelegatedCredential> delegated,
    Body body,
    Optional<Flaw> flaw,
    CallerTurns.Turn turn) {

  SoapVisit {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(delegated, "delegated");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(flaw, "flaw");
    Objects.requireNonNull(turn, "turn");
  }

  /** The call of this exchange. */
  static SoapVisit of(Message message) {
    return message.getExchange().get(SoapVisit.class);
  }

  Attempt attempt(String operation) {
    return attempt(operation, Optional::empty);
  }

  Attempt attempt(String operation, Supplier<Optional<CallTarget>> target) {
    return new Attempt(operation, trace, verdict.dn(), target);
  }
}
