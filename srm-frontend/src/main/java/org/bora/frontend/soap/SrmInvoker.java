package org.bora.frontend.soap;

import java.util.Map;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.audit.AccessAudit;
import org.bora.frontend.reply.FailureReplies;

/** Has a call done; always returns a reply of the operation's own type. */
final class SrmInvoker {
  private final Map<String, Operation<?, ?>> operations;
  private final FailureReplies failures;
  private final AccessAudit audit;
  private final ReplyStatus statuses;

  /**
   * @param audit is told of every call, before its reply leaves
   * @param statuses of the replies
   */
  SrmInvoker(
      Map<String, Operation<?, ?>> operations,
      FailureReplies failures,
      AccessAudit audit,
      ReplyStatus statuses) {
    this.operations = Map.copyOf(operations);
    this.statuses = statuses;
    this.failures = failures;
    this.audit = audit;
  }

  /**
   * What is to be sent.
   *
   * @param refusal where the call was not served
   */
  private record Result(Object reply, Optional<ReturnStatus> refusal) {}

  /** The way of every call: was it let in, is it sound, does the work succeed. */
  Object reply(Incoming incoming, Optional<DelegatedCredential> delegated) {
    long begunNanos = audit.begin();
    Operation<?, ?> operation = operations.get(incoming.attempt().operation());
    Result result = result(operation, incoming, delegated);
    try {
      tell(incoming, result, begunNanos);
      return result.reply();
    } catch (BackendFailure untold) {
      if (result.reply() instanceof StreamedReply streamed) {
        streamed.listing().close();
      }
      return operation.refuse(failures.failed(incoming.attempt(), untold), incoming.part());
    }
  }

  private void tell(Incoming incoming, Result result, long begunNanos) {
    if (result.refusal().isPresent()) {
      audit.refused(
          incoming.attempt(),
          incoming.verdict(),
          incoming.access(),
          begunNanos,
          result.refusal().get());
    } else {
      audit.served(
          incoming.attempt(),
          incoming.verdict(),
          incoming.access(),
          begunNanos,
          statuses.of(result.reply()));
    }
  }

  private Result result(
      Operation<?, ?> operation, Incoming incoming, Optional<DelegatedCredential> delegated) {
    try {
      return switch (incoming.verdict()) {
        case Verdict.Refused refused ->
            refused(operation, incoming, failures.refused(incoming.attempt(), refused));
        case Verdict.Admitted admitted -> {
          audit.check();
          yield served(operation, incoming, admitted, incoming.part(), delegated);
        }
      };
    } catch (RuntimeException failure) {
      return refused(operation, incoming, failures.failed(incoming.attempt(), failure));
    }
  }

  private static Result refused(Operation<?, ?> operation, Incoming incoming, ReturnStatus status) {
    return new Result(operation.refuse(status, incoming.part()), Optional.of(status));
  }

  private Result served(
      Operation<?, ?> operation,
      Incoming incoming,
      Verdict.Admitted admitted,
      Object part,
      Optional<DelegatedCredential> delegated) {
    if (incoming.flaws().first().isPresent()) {
      String flaw = incoming.flaws().first().get();
      return refused(operation, incoming, failures.mistaken(incoming.attempt(), flaw));
    }
    try {
      Call call = new Call(admitted.caller(), admitted.deadline(), incoming.attempt().trace());
      return new Result(operation.answer(call, part, delegated), Optional.empty());
    } catch (MalformedRequest flaw) {
      return refused(operation, incoming, failures.mistaken(incoming.attempt(), flaw.getMessage()));
    }
  }
}
