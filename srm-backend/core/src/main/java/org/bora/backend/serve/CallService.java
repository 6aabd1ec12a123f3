package org.bora.backend.serve;

import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.bulkhead.Bulkheads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out calls from any link, with log and audit. A call uses the backend that is current at
 * its beginning until its end. Thread safe.
 *
 * @param backend gives the current backend, which changes with the settings
 * @param audit records every call
 * @param watch sees every call
 */
record CallService(Supplier<Backend> backend, CallAudit audit, ServedCalls watch) {

  private static final Logger LOG = LoggerFactory.getLogger(CallService.class);

  CallService {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(audit, "audit");
    Objects.requireNonNull(watch, "watch");
  }

  /** The answer; the thread is between {@link CallLog#enter} and {@link CallLog#leave}. */
  <Q, R extends Reply> R answer(Operation<Q, R> operation, Call call, Q question) {
    CallLog log = new CallLog(operation.name());
    log.begin(call.caller(), question);
    return watch.watch(
        log,
        call,
        question,
        () -> {
          R answer =
              audit.during(
                  operation.name(),
                  call,
                  question,
                  () ->
                      Bulkheads.of(call.caller().dn())
                          .call(() -> backend.get().call(operation, call, question)));
          log.end(call.caller(), question, answer);
          return answer;
        });
  }

  /**
   * The only place of the backend that logs an unexpected exception and converts it to a failure;
   * the frontend gets no class and no path.
   */
  static BackendFailure failure(String trace, Throwable surprise) {
    if (surprise instanceof BackendFailure known) {
      log(known);
      return known;
    }
    LOG.error("{} with an unexpected exception", CallLog.current(), surprise);
    return new BackendFailure(
        BackendFailure.Kind.PERMANENT, "an internal error, see the log: " + trace, null);
  }

  private static void log(BackendFailure failure) {
    boolean permanent = failure.kind() == BackendFailure.Kind.PERMANENT;
    boolean late = failure.kind() == BackendFailure.Kind.TIMED_OUT;
    if (late || (!permanent && failure.getCause() == null)) {
      // load, not a fault: hundreds in a second must not bury what is one
      LOG.warn("{}: {}", CallLog.current(), failure.getMessage());
    } else {
      LOG.error("{}: {}", CallLog.current(), failure.getMessage(), failure);
    }
  }
}
