package org.bora.backend.serve;

import java.util.List;
import java.util.Optional;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.figures.CallTarget;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.audit.CallTargets;
import org.bora.backend.outcome.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Logs the calls of one operation. Between {@link #enter} and {@link #leave} every line of the
 * thread, also of libraries, has the call's trace, and from {@link #begin} its request token; a
 * call that does not succeed gets one line.
 *
 * @param operation its name
 */
record CallLog(String operation) {

  private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);
  private static final String TRACE = "trace";
  private static final String REQUEST = "request";
  private static final String OPERATION = "operation";
  private static final String CALLER = "caller";
  private static final String SURL = "surl";

  static void enter(String trace) {
    MDC.put(TRACE, LogText.of(trace));
  }

  static void leave() {
    MDC.remove(TRACE);
    MDC.remove(REQUEST);
    MDC.remove(OPERATION);
    MDC.remove(CALLER);
    MDC.remove(SURL);
  }

  /** The question is understood. */
  void begin(Caller caller, Object question) {
    MDC.put(OPERATION, operation);
    MDC.put(CALLER, caller.dn());
    tokenOf(question).ifPresent(CallLog::about);
  }

  private static void about(String token) {
    MDC.put(REQUEST, LogText.of(token));
  }

  static Optional<String> tokenOf(Object question) {
    return switch (question) {
      case StatusRequest status -> Optional.of(status.token());
      case PutDoneRequest done -> Optional.of(done.token());
      case ReleaseRequest release -> release.token();
      case AbortRequest abort -> Optional.of(abort.token());
      case AbortFilesRequest abort -> Optional.of(abort.token());
      case StatusOfLsRequest status -> Optional.of(status.token());
      case CopyStatusRequest status -> Optional.of(status.token());
      case ExtendRequest extend -> extend.token();
      case TokenRequest one -> Optional.of(one.token());
      default -> Optional.empty();
    };
  }

  /** The answer is there: INFO for what the client can mend, WARN for what the site must. */
  void end(Caller caller, Object question, Reply reply) {
    reply.token().ifPresent(CallLog::about);
    ReturnStatus whole = reply.status();
    Outcome outcome = Outcome.of(whole.code());
    if (outcome == Outcome.DONE) {
      LOG.debug("{} done dn={}: {}", operation, name(caller), text(whole));
      return;
    }
    String who = who(caller, CallTargets.of(question, reply));
    if (outcome == Outcome.REFUSED) {
      LOG.info("{} refused {}: {}", operation, who, why(reply));
    } else {
      LOG.warn("{} failed {}: {}", operation, who, why(reply));
    }
  }

  /** There is no answer; the line of the log is written where that is translated. */
  void surprised(Optional<CallTarget> target) {
    target.ifPresent(one -> MDC.put(SURL, one.text()));
  }

  /** The caller and subject of the current thread's call, for a log line; empty if not known. */
  static String current() {
    String operation = MDC.get(OPERATION);
    if (operation == null) {
      return "a call failed";
    }
    String surl = MDC.get(SURL);
    return operation
        + " failed dn="
        + LogText.of(String.valueOf(MDC.get(CALLER)))
        + (surl == null ? "" : " surl=" + surl);
  }

  private static String who(Caller caller, Optional<CallTarget> target) {
    target.ifPresent(one -> MDC.put(SURL, one.text()));
    return "dn=" + name(caller) + CallTarget.inLine(target);
  }

  private static String name(Caller caller) {
    return LogText.of(caller.dn());
  }

  /** The whole, then the first part that was not done and how many there are. */
  static String why(Reply reply) {
    List<ReturnStatus> parts =
        reply.statuses().stream().filter(part -> Outcome.of(part.code()) != Outcome.DONE).toList();
    String whole = text(reply.status());
    return parts.isEmpty() || parts.getFirst().equals(reply.status())
        ? whole
        : whole
            + "; "
            + parts.size()
            + " of "
            + reply.statuses().size()
            + ": "
            + text(parts.getFirst());
  }

  private static String text(ReturnStatus status) {
    String code = status.code().wireName();
    return status.explanation().isEmpty() ? code : code + " " + LogText.of(status.explanation());
  }
}
