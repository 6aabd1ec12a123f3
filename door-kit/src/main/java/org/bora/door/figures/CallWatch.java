package org.bora.door.figures;

import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallFigures;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallTarget;
import org.bora.api.figures.CallerCounts;
import org.bora.api.figures.LastErrors;
import org.bora.api.figures.RefusalReason;
import org.bora.api.trace.Step;
import org.bora.api.trace.TraceKeys;
import org.bora.api.trace.Tracing;
import org.bora.api.word.ReturnStatus;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.audit.Attempt;
import org.slf4j.MDC;

/**
 * Observes calls: counts them, and records traces. Thread safe; without tracing it adds well below
 * a microsecond to a call.
 *
 * @param calls counted by operation
 * @param refusals counted by reason
 * @param clock when errors happened
 * @param nanos as {@link System#nanoTime}
 */
public record CallWatch(
    CallFigures calls, RefusalCounts refusals, Tracing tracing, Clock clock, LongSupplier nanos) {
  private static final String OPERATION = "operation";
  private static final String CALLER = "caller";

  public CallWatch {
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(refusals, "refusals");
    Objects.requireNonNull(tracing, "tracing");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(nanos, "nanos");
  }

  /** Does nothing. */
  public static CallWatch alone(Clock clock, LongSupplier nanos) {
    CallFigures nothing = new CallFigures(List.of(), new CallerCounts(nanos), new LastErrors());
    return new CallWatch(nothing, new RefusalCounts(), Tracing.off(), clock, nanos);
  }

  /**
   * The result of a call.
   *
   * @param status of the whole call; empty if the answer has none
   * @param reason why it was not served; empty if it was
   * @param token of its request; only evaluated if needed
   * @param target what it was about; only evaluated if the call failed
   */
  public record Ended(
      Optional<ReturnStatus> status,
      Optional<RefusalReason> reason,
      Supplier<Optional<String>> token,
      Supplier<Optional<CallTarget>> target) {
    public Ended {
      Objects.requireNonNull(status, "status");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(target, "target");
    }
  }

  /** A call that this thread serves now. */
  public final class Watched implements AutoCloseable {
    private final Attempt attempt;
    private final Optional<String> vo;
    private final long begun = nanos.getAsLong();
    private final Step step;

    private Watched(Attempt attempt, Optional<String> vo) {
      this.attempt = attempt;
      this.vo = vo;
      this.step = tracing.begin(attempt.operation());
      MDC.put(OPERATION, attempt.operation());
      MDC.put(CALLER, attempt.dn());
    }

    /** It is done, and its reply is about to leave. */
    public void ended(Ended end) {
      long took = nanos.getAsLong() - begun;
      CallResult result = result(end);
      calls.of(attempt.operation()).ended(result, took);
      calls.vos().ended(vo, attempt.operation(), result);
      calls.callers().called(attempt.dn());
      end.reason().ifPresent(refusals::add);
      if (result == CallResult.DONE) {
        if (CallFigures.givesTurls(attempt.operation())) {
          calls.turls().record(took);
        }
      } else if (result != CallResult.QUEUED) {
        note(end, result);
      }
      trace(end, result);
    }

    private void note(Ended end, CallResult result) {
      ReturnStatus status = end.status().orElseThrow();
      calls
          .errors()
          .add(
              new CallError(
                  clock.instant(),
                  attempt.operation(),
                  result,
                  status.code().wireName(),
                  status.explanation(),
                  attempt.trace(),
                  end.token().get(),
                  attempt.dn(),
                  end.target().get()));
    }

    private void trace(Ended end, CallResult result) {
      if (tracing.current().isEmpty()) {
        return;
      }
      step.note(TraceKeys.SYSTEM, "soap");
      step.note(TraceKeys.METHOD, attempt.operation());
      step.note(TraceKeys.CALL, attempt.trace());
      step.note(TraceKeys.CALLER, attempt.dn());
      step.note(TraceKeys.RESULT, result.label());
      end.token().get().ifPresent(token -> step.note(TraceKeys.TOKEN, token));
      Optional<String> status = end.status().map(all -> all.code().wireName());
      status.ifPresent(code -> step.note(TraceKeys.STATUS, code));
      if (result == CallResult.FAILED) {
        status.ifPresent(code -> step.note(TraceKeys.ERROR, code));
        step.failed(end.status().map(ReturnStatus::explanation).orElse(""));
      }
    }

    @Override
    public void close() {
      MDC.remove(OPERATION);
      MDC.remove(CALLER);
      step.close();
    }
  }

  private static CallResult result(Ended end) {
    return end.reason()
        .map(
            reason ->
                switch (reason) {
                  case BANNED, UNPROVEN -> CallResult.REFUSED;
                  case SERVER_FULL, CALLER_FULL, NO_TURN, CALLER_NO_TURN -> CallResult.BUSY;
                  case NOT_READY -> CallResult.FAILED;
                })
        .orElseGet(
            () -> end.status().map(status -> CallResult.of(status.code())).orElse(CallResult.DONE));
  }

  /**
   * A call begins, whose request has been read; to be closed by the same thread.
   *
   * @param vo of the caller's primary attribute
   */
  public Watched begin(Attempt attempt, Optional<String> vo) {
    return new Watched(attempt, vo);
  }

  /** A call came that could not be read. */
  public void unreadable(Attempt attempt, Optional<String> vo) {
    calls.of(CallFigures.UNREADABLE).ended(CallResult.REFUSED, 0);
    calls.vos().ended(vo, CallFigures.UNREADABLE, CallResult.REFUSED);
    calls.callers().called(attempt.dn());
  }

  /** Why admission refused. */
  public static RefusalReason reason(Verdict.Refused verdict) {
    return RefusalCounts.reason(verdict);
  }

  /** Why a call that was let in was not served; empty where that is no matter of turns. */
  public static Optional<RefusalReason> reason(RuntimeException failure) {
    return failure instanceof NoTurn none
        ? Optional.of(RefusalCounts.reason(none))
        : Optional.empty();
  }
}
