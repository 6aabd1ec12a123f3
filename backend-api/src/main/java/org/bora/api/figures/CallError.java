package org.bora.api.figures;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.LogText;

/**
 * A call that did not succeed, or several with the same result.
 *
 * @param at when the last call ended
 * @param status name on the wire
 * @param reason the explanation that the client got, cut to {@value #LONGEST} characters; the
 *     call's identifier, which differs from call to call, is replaced by the word ID
 * @param trace identifier of the last call in the logs of frontend and backend
 * @param token of the request of the last call, if there is one
 * @param dn of the caller, cut to the same length
 * @param target what the call was about; empty if it names no SURL, or if the process runs an
 *     earlier release
 * @param first when the first call ended
 * @param times how many calls there were
 */
public record CallError(
    Instant at,
    String operation,
    CallResult result,
    String status,
    String reason,
    String trace,
    Optional<String> token,
    String dn,
    Optional<CallTarget> target,
    Instant first,
    long times) {
  private static final int LONGEST = 200;

  /** A shorter one could be part of any text. */
  private static final int SHORTEST_TRACE = 8;

  public CallError {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(status, "status");
    reason = LogText.of(cut(without(trace, reason)));
    trace = cut(trace);
    token = token.map(CallError::cut);
    dn = cut(dn);
    target = target == null ? Optional.empty() : target;
    first = first == null ? at : first;
    times = Math.max(1, times);
  }

  /** One call. */
  public CallError(
      Instant at,
      String operation,
      CallResult result,
      String status,
      String reason,
      String trace,
      Optional<String> token,
      String dn,
      Optional<CallTarget> target) {
    this(at, operation, result, status, reason, trace, token, dn, target, at, 1);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }

  private static String without(String trace, String reason) {
    return trace.length() < SHORTEST_TRACE ? reason : reason.replace(trace, "ID");
  }

  /**
   * What errors that belong together have in common. The request differs each time that a client
   * tries again, and so does how long it has to wait.
   */
  Object kind() {
    String why = reason.replaceAll("retry in \\d+ s", "retry");
    return List.of(operation, result, status, why, dn, target);
  }

  /** This one and others of its kind: the latest of them, with the number of all. */
  CallError and(CallError other) {
    CallError last = other.at.isAfter(at) ? other : this;
    return new CallError(
        last.at,
        operation,
        result,
        status,
        last.reason,
        last.trace,
        last.token,
        dn,
        target,
        other.first.isBefore(first) ? other.first : first,
        times + other.times);
  }
}
