package org.bora.door.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.bora.api.BackendFailure;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.NoTurn;
import org.eclipse.jetty.http.HttpStatus;

/** Texts for clients whose request was not admitted or has failed. */
public final class Reasons {
  /** When a client may try again, where nothing better is known. */
  static final Duration SOON = Duration.ofSeconds(5);

  private Reasons() {}

  /** Of a request that was not let in. */
  public static Refused of(Verdict.Refused verdict) {
    return switch (verdict) {
      case Verdict.Banned _ ->
          new Refused(HttpStatus.FORBIDDEN_403, "this site does not serve you");
      case Verdict.Unproven unproven -> new Refused(HttpStatus.FORBIDDEN_403, unproven.reason());
      case Verdict.NotReady early ->
          Refused.busy(false, "the server is not ready yet", early.retryIn());
      case Verdict.Busy full -> Refused.busy(full.own(), why(full.full()), full.retryIn());
    };
  }

  /** Of a request that met a bound while it was read. */
  public static Refused of(Verdict.Full full) {
    return Refused.busy(full != Verdict.Full.SERVER, why(full), SOON);
  }

  private static String why(Verdict.Full full) {
    return switch (full) {
      case SERVER -> "the server is busy";
      case CONNECTION -> "this connection is closing, and nothing was done: use a new one";
      case CALLS_OF_CALLER -> "you have too many requests in progress";
      case TRANSFERS_OF_CALLER -> "you have too many transfers in progress";
      case CONNECTIONS_OF_CALLER -> "you have too many connections, and all of them are at work";
      case MEMORY_OF_CALLER -> "the requests that you are sending are too large together";
    };
  }

  /** For a request that got no turn at the backend. */
  public static Refused of(NoTurn none) {
    boolean own = none.refusal().own();
    return Refused.busy(
        own,
        why(own ? Verdict.Full.CALLS_OF_CALLER : Verdict.Full.SERVER),
        none.refusal().retryIn());
  }

  public static Refused of(BackendFailure failure) {
    return new Refused(
        failure.kind() == BackendFailure.Kind.PERMANENT
            ? HttpStatus.INTERNAL_SERVER_ERROR_500
            : HttpStatus.SERVICE_UNAVAILABLE_503,
        failure.getMessage());
  }

  /** Of a fault of this program; the log has it with the same identifier. */
  public static Refused unexpected(String trace) {
    return new Refused(
        HttpStatus.INTERNAL_SERVER_ERROR_500, "the service has a fault; quote " + trace);
  }

  /** Of a body whose time was over; anything else is passed on. */
  public static Refused ofBody(IOException failure) throws IOException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TimeoutException) {
        return new Refused(HttpStatus.REQUEST_TIMEOUT_408, "the body came too slowly");
      }
    }
    throw failure;
  }
}
