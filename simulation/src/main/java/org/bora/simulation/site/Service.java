package org.bora.simulation.site;

import java.time.Duration;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.Standstill;
import org.bora.backend.serve.Witnesses;
import org.bora.simulation.link.Errand;
import org.bora.simulation.link.ServedLink;
import org.bora.simulation.link.ServedMethods;
import org.bora.simulation.schedule.Scheduler;

/** Serves one life of a backend to frontends: the product's server on the simulated link. */
final class Service {
  private static final Duration LONGEST_CALL = Duration.ofMinutes(5);

  private final BackendServer server;
  private final ServedLink link;

  /**
   * Starts the server.
   *
   * @param troubles faults that calls meet
   */
  Service(SimulatedBackend backend, Scheduler scheduler, Troubles troubles, Report report) {
    Standstill standstill = new Standstill(scheduler::nanos);
    standstill.watch(scheduler.threads(backend.process(), "standstill"));
    ServedMethods methods = new ServedMethods();
    Backend watched = new Watched(backend, troubles, report);
    this.server =
        BackendServer.on(
            methods,
            () -> watched,
            Witnesses.none(backend.clock()),
            () -> Task.callApart(backend.bans()::bans),
            new BackendServer.Timing(backend.clock(), LONGEST_CALL, standstill),
            _ -> {},
            () -> {});
    this.link = new ServedLink(backend.process(), methods, scheduler.timer(backend.process()));
  }

  /** Passes calls to a backend, with faults and checks. */
  private record Watched(SimulatedBackend backend, Troubles troubles, Report report)
      implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      Errand.Sent sent = ServedLink.sent();
      sent.begins(call.repeated());
      Repetitions.wrong(operation.repetition(), sent.errand().begun())
          .ifPresent(what -> report.wrong("I6", operation.name() + " " + what));
      troubles.atCall();
      if (call.repeated()) {
        report.repeated(call.caller().dn(), operation.name());
      }
      try {
        R reply =
            new Task(operation.name(), call.caller().dn())
                .call(() -> backend.functions().call(operation, call, question));
        troubles.atAnswer(backend.process());
        return reply;
      } catch (BackendFailure known) {
        if (!known.mayHaveBegun()) {
          report.wrong("I6", operation.name() + " began, and says that it has not: " + known);
        }
        throw known;
      } catch (RuntimeException surprise) {
        report.surprise(operation.name(), surprise);
        throw surprise;
      }
    }
  }

  ServedLink link() {
    return link;
  }

  void drain() {
    server.drain();
  }

  /** Whether no call is in progress. */
  boolean isIdle() {
    return server.calls() == 0;
  }

  /** Sets whether the health check reports the database as unreachable. */
  void cutOff(boolean now) {
    server.health().cutOff(now);
  }
}
