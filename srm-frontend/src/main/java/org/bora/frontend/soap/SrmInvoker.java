package org.bora.frontend.soap;

import java.util.Map;
import java.util.Optional;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.reply.FailureReplies;

/** Has a call done; always returns a reply of the operation's own type. */
final class SrmInvoker {
  private final Map<String, Operation<?, ?>> operations;
  private final FailureReplies failures;

  SrmInvoker(Map<String, Operation<?, ?>> operations, FailureReplies failures) {
    this.operations = Map.copyOf(operations);
    this.failures = failures;
  }

  /** The way of every call: was it let in, is it sound, does the work succeed. */
  Object reply(Incoming incoming, Optional<DelegatedCredential> delegated) {
    Object part = incoming.part();
    Operation<?, ?> operation = operations.get(incoming.attempt().operation());
    try {
      return switch (incoming.verdict()) {
        case Verdict.Refused refused ->
            operation.refuse(failures.refused(incoming.attempt(), refused), part);
        case Verdict.Admitted admitted -> served(operation, incoming, admitted, part, delegated);
      };
    } catch (RuntimeException failure) {
      return operation.refuse(failures.failed(incoming.attempt(), failure), part);
    }
  }

  private Object served(
      Operation<?, ?> operation,
      Incoming incoming,
      Verdict.Admitted admitted,
      Object part,
      Optional<DelegatedCredential> delegated) {
    if (incoming.flaws().first().isPresent()) {
      String flaw = incoming.flaws().first().get();
      return operation.refuse(failures.mistaken(incoming.attempt(), flaw), part);
    }
    try {
      Call call = new Call(admitted.caller(), admitted.deadline(), incoming.attempt().trace());
      return operation.answer(call, part, delegated);
    } catch (MalformedRequest flaw) {
      return operation.refuse(failures.mistaken(incoming.attempt(), flaw.getMessage()), part);
    }
  }
}
