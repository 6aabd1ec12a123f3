package org.bora.api.figures;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.LogText;

/**
 * A call that was not done as asked, or several that ended alike.
 *
 * @param at when the last of them ended
 * @param status name on the wire
 * @param reason what its client was told, cut to {@value #LONGEST} characters. In place of the
 *     call's identifier, which differs from call to call, it has the word ID
 * @param trace under which both halves log the last of them
 * @param token of the request, where there is one; of several the last
 * @param dn of the caller, cut likewise
 * @param target what it was about; empty where it names no SURL, and of an earlier release
 * @param first when the first of them ended
 * @param times how many they are
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
