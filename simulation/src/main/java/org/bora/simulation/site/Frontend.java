package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.Repetition;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Sends calls to backends as frontends do, over a network that delays and loses: to another backend
 * where the operation may be asked again. A backend that is silent for three seconds is left.
 */
final class Frontend {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int BACKENDS = 3;
  private static final int LOST_QUESTIONS = 200;
  private static final int LOST_ANSWERS = 100;

  /** Whether the caller for whom a thread of a backend works has left. */
  private static final ScopedValue<Attempt<?>> WORK = ScopedValue.newInstance();

  private final Scheduler scheduler;
  private final Choices choices;
  private final List<Host> hosts;
  private final Report report;
  private final Calm calm;
  private final Troubles troubles;

  /** One call that was sent to one backend. */
  private static final class Attempt<R extends Reply> {
    private final long end;
    private boolean left;
    private Answer<R> answer;

    /**
     * @param end of what the call is about, in the time of the scheduler
     */
    private Attempt(long end) {
      this.end = end;
    }
  }

  /** Between whom it is, and what comes in between. */
  record Ground(
      Scheduler scheduler,
      Choices choices,
      List<Host> hosts,
      Report report,
      Calm calm,
      Troubles troubles) {}

  Frontend(Ground ground) {
    this.scheduler = ground.scheduler();
    this.choices = ground.choices();
    this.hosts = ground.hosts();
    this.report = ground.report();
    this.calm = ground.calm();
    this.troubles = ground.troubles();
  }

  /** What the transactions of backends ask. */
  static boolean nobodyWaits() {
    return WORK.isBound() && WORK.get().left;
  }

  /** When that ends which the call is about for which the current thread works; 0: never. */
  static long end() {
    return WORK.isBound() ? WORK.get().end : 0;
  }

  /** Asks one backend after the other for as long as that is allowed. */
  <Q, R extends Reply> Answer<R> ask(String dn, Operation<Q, R> operation, Q question) {
    return ask(dn, operation, question, 0);
  }

  /**
   * The same about something that ends.
   *
   * @param end in the time of the scheduler; 0: never
   */
  <Q, R extends Reply> Answer<R> ask(String dn, Operation<Q, R> operation, Q question, long end) {
    report.asked(dn, operation.name(), question);
    long began = scheduler.nanos();
    Call call =
        new Call(
            new Caller(dn, "/DC=org/DC=example/CN=CA", List.of(), "192.0.2.1"),
            scheduler.clock().instant().plus(PATIENCE),
            "simulated");
    for (int turn = 0; turn < BACKENDS; turn++) {
      Optional<Host> host = anyThatAnswers();
      if (host.isEmpty()) {
        scheduler.sleep(LOOK);
        continue;
      }
      Answer<R> answer = send(host.get(), operation, call, question, end);
      switch (answer) {
        case Answer.Told<R> told -> {
          report.answered(dn, operation.name(), told.reply(), began);
          return told;
        }
        case Answer.Failed<R>(BackendFailure failure) when failure.mayHaveBegun() -> {
          report.failed(dn, operation.name(), failure, began);
          return answer;
        }
        case Answer.Failed<R> _ -> {}
        case Answer.Silence<R> _ -> {
          if (operation.repetition() == Repetition.NEVER) {
            report.silent(dn, operation.name(), began);
            return answer;
          }
          call = operation.repetition() == Repetition.IF_TOLD ? call.again() : call;
          report.repeated(dn, operation.name());
        }
      }
    }
    report.silent(dn, operation.name(), began);
    return new Answer.Silence<>();
  }

  private Optional<Host> anyThatAnswers() {
    List<Host> up = hosts.stream().filter(Host::takesCalls).toList();
    return up.isEmpty() ? Optional.empty() : Optional.of(up.get(choices.below(up.size())));
  }

  private <Q, R extends Reply> Answer<R> send(
      Host host, Operation<Q, R> operation, Call call, Q question, long about) {
    SimulatedBackend backend = host.backend();
    Attempt<R> attempt = new Attempt<>(about);
    if (!isLost(LOST_QUESTIONS)) {
      scheduler.start(
          backend.process(), "call", () -> serve(backend, operation, call, question, attempt));
    }
    if (operation.repetition() == Repetition.ALWAYS && choices.below(100) == 0) {
      // delivered twice, the second time late; nobody hears what is said to it
      scheduler.start(
          backend.process(),
          "copy",
          () -> serve(backend, operation, call.again(), question, new Attempt<>(0)));
    }
    host.callBegins();
    long end = scheduler.nanos() + PATIENCE.toNanos();
    long lastSign = scheduler.nanos();
    while (attempt.answer == null && scheduler.nanos() < end) {
      if (host.backend() != backend) {
        break; // the connection is reset
      }
      if (!host.isFrozen(scheduler.nanos())) {
        lastSign = scheduler.nanos();
      } else if (scheduler.nanos() - lastSign > SILENCE.toNanos()) {
        break;
      }
      scheduler.await(() -> attempt.answer != null || host.backend() != backend, LOOK);
    }
    attempt.left = true;
    host.callEnds(backend);
    boolean lost = isLost(LOST_ANSWERS);
    return attempt.answer == null || lost ? new Answer.Silence<>() : attempt.answer;
  }

  private boolean isLost(int oneIn) {
    return choices.below(oneIn) == 0 && !calm.isNow();
  }

  private <Q, R extends Reply> void serve(
      SimulatedBackend backend,
      Operation<Q, R> operation,
      Call call,
      Q question,
      Attempt<R> attempt) {
    scheduler.sleep(Duration.ofMillis(choices.below(choices.below(50) == 0 ? 5_000 : 20)));
    if (attempt.left) {
      return;
    }
    ScopedValue.where(WORK, attempt)
        .run(
            () ->
                WaitingCaller.of(
                        failure -> attempt.answer = new Answer.Failed<>(failure),
                        () -> attempt.left)
                    .run(() -> answer(backend, operation, call, question, attempt)));
    scheduler.changed();
  }

  private <Q, R extends Reply> void answer(
      SimulatedBackend backend,
      Operation<Q, R> operation,
      Call call,
      Q question,
      Attempt<R> attempt) {
    try {
      troubles.atCall();
      R reply = backend.functions().call(operation, call, question);
      troubles.atAnswer(backend.process());
      attempt.answer = new Answer.Told<>(reply);
    } catch (BackendFailure failure) {
      attempt.answer = new Answer.Failed<>(failure);
    } catch (RuntimeException surprise) {
      report.surprise(operation.name(), surprise);
      attempt.answer =
          new Answer.Failed<>(
              new BackendFailure(BackendFailure.Kind.PERMANENT, "internal error", surprise));
    }
  }
}
