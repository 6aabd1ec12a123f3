package org.bora.frontend.soap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.service.invoker.Invoker;
import org.bora.api.BackendFailure;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.figures.RefusalReason;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.contract.codec.Question;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.Access;
import org.bora.door.audit.AccessAudit;
import org.bora.door.audit.Attempt;
import org.bora.door.figures.CallWatch;
import org.bora.frontend.reply.FailureReplies;

/** Executes a call, and always returns a reply of the operation's own type. */
final class SrmInvoker implements Invoker {
  /** Stands for the name of the operation where that is not known. */
  static final String UNREAD = "request";

  private final Map<String, ContractOperation<?, ?>> operations;
  private final FailureReplies failures;
  private final AccessAudit audit;
  private final ReplyStatus statuses;
  private final NamedSurls surls;
  private final CallWatch watch;

  /**
   * @param audit records every call before its reply is sent
   * @param statuses of the replies
   * @param surls in the requests
   * @param watch sees every call
   */
  SrmInvoker(
      Map<String, ContractOperation<?, ?>> operations,
      FailureReplies failures,
      AccessAudit audit,
      ReplyStatus statuses,
      NamedSurls surls,
      CallWatch watch) {
    this.operations = Map.copyOf(operations);
    this.statuses = statuses;
    this.failures = failures;
    this.audit = audit;
    this.surls = surls;
    this.watch = watch;
  }

  /**
   * The reply to be sent.
   *
   * @param status of the whole request
   * @param refused whether the call was not served
   * @param reason of admission for the refusal, if there is one
   */
  private record Result(
      Object reply,
      Optional<ReturnStatus> status,
      boolean refused,
      Optional<RefusalReason> reason) {}

  /**
   * Refuses a call before its operation is known.
   *
   * @return the answer to the caller
   */
  ReturnStatus turnedAway(Attempt attempt, Verdict.Refused refusal, Access access) {
    try (CallWatch.Watched call = watch.begin(attempt, access.vo())) {
      long begunNanos = audit.begin();
      ReturnStatus status = failures.refused(attempt, refusal);
      try {
        audit.refused(
            attempt, refusal, access, begunNanos, new AccessAudit.Refusal(status, List::of));
      } catch (BackendFailure untold) {
        status = failures.failed(attempt, untold);
      }
      call.ended(
          new CallWatch.Ended(
              Optional.of(status),
              Optional.of(CallWatch.reason(refusal)),
              Optional::empty,
              Optional::empty));
      return status;
    }
  }

  /** There was no request, and the client gets a fault: it cannot be audited, so it is logged. */
  void unreadable(Attempt attempt, Verdict verdict, String flaw, Access access) {
    failures.unreadable(attempt, flaw);
    watch.unreadable(attempt, access.vo());
    try {
      ReturnStatus status = ReturnStatus.of(SrmStatus.INVALID_REQUEST, flaw);
      audit.refused(
          attempt, verdict, access, audit.begin(), new AccessAudit.Refusal(status, List::of));
    } catch (BackendFailure untold) {
      failures.failed(attempt, untold);
    }
  }

  @Override
  public Object invoke(Exchange exchange, Object read) {
    SoapVisit visit = exchange.get(SoapVisit.class);
    Question question = (Question) ((List<?>) read).getFirst();
    Attempt attempt =
        visit.attempt(
            exchange.getBindingOperationInfo().getName().getLocalPart(),
            () -> surls.target(question.part()));
    Incoming incoming =
        new Incoming(attempt, visit.verdict(), question.part(), question.flaws(), visit.access());
    return reply(incoming, visit.delegated());
  }

  /** The way of every call: was it let in, is it sound, does the work succeed. */
  Object reply(Incoming incoming, Optional<DelegatedCredential> delegated) {
    try (CallWatch.Watched call = watch.begin(incoming.attempt(), incoming.access().vo())) {
      Result result = told(incoming, delegated);
      call.ended(
          new CallWatch.Ended(
              result.status(),
              result.reason(),
              () -> statuses.token(result.reply(), incoming.part()),
              () -> surls.target(result.reply(), incoming.part())));
      return result.reply();
    }
  }

  /** Whose line is not in the audit log is not answered as it was. */
  private Result told(Incoming incoming, Optional<DelegatedCredential> delegated) {
    long begunNanos = audit.begin();
    ContractOperation<?, ?> operation = operations.get(incoming.attempt().operation());
    Result result = result(operation, incoming, delegated);
    try {
      tell(incoming, result, begunNanos);
      return result;
    } catch (BackendFailure untold) {
      if (result.reply() instanceof StreamedReply streamed) {
        streamed.listing().close();
      }
      return refused(operation, incoming, failures.failed(incoming.attempt(), untold));
    }
  }

  private void tell(Incoming incoming, Result result, long begunNanos) {
    if (result.refused()) {
      audit.refused(
          incoming.attempt(),
          incoming.verdict(),
          incoming.access(),
          begunNanos,
          new AccessAudit.Refusal(result.status().orElseThrow(), () -> surls.of(incoming.part())));
    } else {
      audit.served(
          incoming.attempt(),
          incoming.verdict(),
          incoming.access(),
          begunNanos,
          result.status().map(ReturnStatus::code));
    }
  }

  private Result result(
      ContractOperation<?, ?> operation,
      Incoming incoming,
      Optional<DelegatedCredential> delegated) {
    try {
      return switch (incoming.verdict()) {
        case Verdict.Refused refused ->
            refused(
                operation,
                incoming,
                failures.refused(incoming.attempt(), refused),
                Optional.of(CallWatch.reason(refused)));
        case Verdict.Admitted admitted -> {
          audit.check();
          yield served(operation, incoming, admitted, incoming.part(), delegated);
        }
      };
    } catch (RuntimeException failure) {
      return failed(operation, incoming, failure);
    } catch (Error broken) {
      // Of this call: its stack, a class that it needs. The caller is answered like any other.
      return failed(operation, incoming, new IllegalStateException("an error", broken));
    }
  }

  private Result failed(
      ContractOperation<?, ?> operation, Incoming incoming, RuntimeException failure) {
    return refused(
        operation,
        incoming,
        failures.failed(incoming.attempt(), failure),
        CallWatch.reason(failure));
  }

  private static Result refused(
      ContractOperation<?, ?> operation, Incoming incoming, ReturnStatus status) {
    return refused(operation, incoming, status, Optional.empty());
  }

  private static Result refused(
      ContractOperation<?, ?> operation,
      Incoming incoming,
      ReturnStatus status,
      Optional<RefusalReason> reason) {
    Object reply = operation.refuse(status, incoming.part());
    return new Result(reply, Optional.of(status), true, reason);
  }

  private Result served(
      ContractOperation<?, ?> operation,
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
      Object reply = operation.answer(call, part, delegated);
      return new Result(reply, statuses.of(reply), false, Optional.empty());
    } catch (MalformedRequest flaw) {
      return refused(operation, incoming, failures.mistaken(incoming.attempt(), flaw.getMessage()));
    }
  }
}
