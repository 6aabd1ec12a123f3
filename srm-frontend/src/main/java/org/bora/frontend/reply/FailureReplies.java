package org.bora.frontend.reply;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bora.api.BackendFailure;
import org.bora.api.figures.CallTarget;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.audit.Attempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the status for a call that failed, and its log line: INFO for what the client can correct,
 * ERROR for what the site must, with a stack trace at most once a second. A client never gets a
 * class name, a stack trace or a physical path. Thread safe.
 */
public final class FailureReplies {
  private static final Logger log = LoggerFactory.getLogger(FailureReplies.class);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanos;
  private final AtomicLong stackFromNanos;

  /**
   * @param nanos a monotonic clock
   */
  public FailureReplies(LongSupplier nanos) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.stackFromNanos = new AtomicLong(nanos.getAsLong());
  }

  /** What fails now fails for all calls: hundreds of stacks in a second bury the first. */
  boolean mayShowStack() {
    long now = nanos.getAsLong();
    long from = stackFromNanos.get();
    return now - from >= 0 && stackFromNanos.compareAndSet(from, now + SECOND_NANOS);
  }

  /** The call was not let in. */
  public ReturnStatus refused(Attempt attempt, Verdict.Refused refusal) {
    return switch (refusal) {
      case Verdict.Banned banned -> {
        inform(attempt, "banned by " + banned.what());
        yield ReturnStatus.of(
            SrmStatus.AUTHORIZATION_FAILURE,
            "this site does not serve you; if that is an error write to its administrators and"
                + traceOf(attempt));
      }
      case Verdict.Unproven unproven -> {
        inform(attempt, unproven.reason());
        yield ReturnStatus.of(SrmStatus.AUTHENTICATION_FAILURE, unproven.reason());
      }
      case Verdict.NotReady notReady -> {
        inform(attempt, "no backend has sent the list of bans yet");
        yield ReturnStatus.of(
            SrmStatus.INTERNAL_ERROR,
            "the server is not ready yet, retry in " + notReady.retryIn().toSeconds() + " s");
      }
      case Verdict.Busy busy -> busy(attempt, busy.full(), busy.retryIn());
    };
  }

  /** The request is invalid, or larger than allowed. */
  public ReturnStatus mistaken(Attempt attempt, String flaw) {
    inform(attempt, flaw);
    return ReturnStatus.of(SrmStatus.INVALID_REQUEST, flaw);
  }

  /** The text of the SOAP fault if there is no request at all. */
  public void unreadable(Attempt attempt, String flaw) {
    inform(attempt, flaw);
  }

  /** For whom it is of interest where in the chain a request was found to be none. */
  public void traced(Exception fault) {
    log.debug("not a request", fault);
  }

  /** The backend, or this half, could not answer, or the call had no turn at it. */
  public ReturnStatus failed(Attempt attempt, RuntimeException failure) {
    if (failure instanceof NoTurn none) {
      return busy(
          attempt,
          none.refusal().own() ? Verdict.Full.CALLS_OF_CALLER : Verdict.Full.SERVER,
          none.refusal().retryIn());
    }
    if (failure instanceof BackendFailure known) {
      log.error(
          "{} failed dn={}{}: {} {}",
          attempt.operation(),
          LogText.of(attempt.dn()),
          target(attempt),
          known.kind(),
          LogText.of(String.valueOf(known.getMessage())),
          mayShowStack() ? known : null);
      return switch (known.kind()) {
        case TRANSIENT, TIMED_OUT ->
            ReturnStatus.of(SrmStatus.INTERNAL_ERROR, known.getMessage() + ";" + traceOf(attempt));
        case PERMANENT ->
            ReturnStatus.of(
                SrmStatus.FATAL_INTERNAL_ERROR, known.getMessage() + ";" + traceOf(attempt));
      };
    }
    log.error(
        "{} failed unexpectedly dn={}{}",
        attempt.operation(),
        LogText.of(attempt.dn()),
        target(attempt),
        failure);
    return ReturnStatus.of(
        SrmStatus.INTERNAL_ERROR, "an error inside the server;" + traceOf(attempt));
  }

  private static ReturnStatus busy(Attempt attempt, Verdict.Full full, Duration retryIn) {
    inform(
        attempt,
        switch (full) {
          case SERVER -> "busy: no room in time";
          case CONNECTION -> "busy: the connection was told to end";
          case CONNECTIONS_OF_CALLER -> "busy: the caller's share of the connections is used up";
          case CALLS_OF_CALLER -> "busy: the caller's share of the calls is used up";
          case TRANSFERS_OF_CALLER -> "busy: the caller's share of the transfers is used up";
          case MEMORY_OF_CALLER -> "busy: the caller's share of the memory for requests is used up";
        });
    String why =
        switch (full) {
          case SERVER -> "the server is busy";
          case CONNECTION -> "this connection is closing, and nothing was done: use a new one";
          case CONNECTIONS_OF_CALLER -> "you have too many connections";
          case CALLS_OF_CALLER -> "you have too many calls in progress";
          case TRANSFERS_OF_CALLER -> "you have too many transfers in progress";
          case MEMORY_OF_CALLER -> "the requests that you are sending are too large together";
        };
    return ReturnStatus.of(
        SrmStatus.INTERNAL_ERROR, why + ", retry in " + retryIn.toSeconds() + " s");
  }

  private static String traceOf(Attempt attempt) {
    return " quote " + attempt.trace();
  }

  private static String target(Attempt attempt) {
    return CallTarget.inLine(attempt.target().get());
  }

  private static void inform(Attempt attempt, String why) {
    log.info(
        "{} refused dn={}{}: {}",
        LogText.of(attempt.operation()),
        LogText.of(attempt.dn()),
        target(attempt),
        LogText.of(why));
  }
}
