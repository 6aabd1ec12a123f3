package org.bora.backend.serve;

import io.grpc.Context;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallFigures;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallTarget;
import org.bora.api.figures.CallerCounts;
import org.bora.api.figures.LastErrors;
import org.bora.api.trace.Step;
import org.bora.api.trace.TraceKeys;
import org.bora.api.trace.Tracing;
import org.bora.api.wire.TraceParent;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.audit.CallTargets;

/**
 * Observes the calls that a backend answers: counts them, and records traces. Thread safe.
 *
 * @param calls counted by operation
 * @param clock when errors happened
 * @param nanos as {@link System#nanoTime}
 */
public record ServedCalls(CallFigures calls, Tracing tracing, Clock clock, LongSupplier nanos) {
  private static final ReturnStatus SURPRISE =
      ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "the backend could not answer, see its log");

  public ServedCalls {
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(tracing, "tracing");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(nanos, "nanos");
  }

  /** Does nothing. */
  public static ServedCalls alone(Clock clock) {
    CallFigures nothing =
        new CallFigures(List.of(), new CallerCounts(System::nanoTime), new LastErrors());
    return new ServedCalls(nothing, Tracing.off(), clock, System::nanoTime);
  }

  /** The names of what backends are asked. */
  public static List<String> operations() {
    return Catalogue.ALL.stream().map(Operation::name).sorted().toList();
  }

  /** Which step of a trace the call is part of that this thread asks of a backend. */
  Context within(Context context) {
    String parent = tracing.current();
    return parent.isEmpty() ? context : context.withValue(TraceParent.KEY, parent);
  }

  /** Has a call done. */
  <R extends Reply> R watch(CallLog log, Call call, Object question, Work<R> work) {
    long begun = nanos.getAsLong();
    try (Step step = tracing.begin(log.operation(), TraceParent.KEY.get())) {
      R reply;
      try {
        reply = work.run();
      } catch (RuntimeException | Error surprise) {
        Optional<CallTarget> target = CallTargets.of(question);
        log.surprised(target);
        ended(log, call, CallLog.tokenOf(question), SURPRISE, begun, () -> target);
        step.note(TraceKeys.ERROR, surprise.getClass().getName());
        step.failed(String.valueOf(surprise.getMessage()));
        throw surprise;
      }
      CallResult result =
          ended(
              log,
              call,
              reply.token().or(() -> CallLog.tokenOf(question)),
              reply.status(),
              begun,
              () -> CallTargets.of(question, reply));
      trace(step, log.operation(), call, question, reply, result);
      return reply;
    }
  }

  /** The work of a call. */
  @FunctionalInterface
  interface Work<R> {
    R run();
  }

  private CallResult ended(
      CallLog log,
      Call call,
      Optional<String> token,
      ReturnStatus status,
      long begun,
      Supplier<Optional<CallTarget>> target) {
    long took = nanos.getAsLong() - begun;
    CallResult result = CallResult.of(status.code());
    calls.of(log.operation()).ended(result, took);
    calls.vos().ended(call.caller().vo(), log.operation(), result);
    calls.callers().called(call.caller().dn());
    if (result == CallResult.DONE && CallFigures.givesTurls(log.operation())) {
      calls.turls().record(took);
    } else if (result == CallResult.FAILED || result == CallResult.REFUSED) {
      calls
          .errors()
          .add(
              new CallError(
                  clock.instant(),
                  log.operation(),
                  result,
                  status.code().wireName(),
                  status.explanation(),
                  call.trace(),
                  token,
                  call.caller().dn(),
                  target.get()));
    }
    return result;
  }

  private void trace(
      Step step, String operation, Call call, Object question, Reply reply, CallResult result) {
    if (tracing.current().isEmpty()) {
      return;
    }
    String code = reply.status().code().wireName();
    step.note(TraceKeys.METHOD, operation);
    step.note(TraceKeys.CALL, call.trace());
    step.note(TraceKeys.RESULT, result.label());
    step.note(TraceKeys.STATUS, code);
    reply
        .token()
        .or(() -> CallLog.tokenOf(question))
        .ifPresent(token -> step.note(TraceKeys.TOKEN, token));
    if (result == CallResult.FAILED) {
      step.note(TraceKeys.ERROR, code);
      step.failed(reply.status().explanation());
    }
  }
}
