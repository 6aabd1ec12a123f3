package org.bora.simulation.site;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.Repetition;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.simulation.link.Errand;
import org.bora.simulation.link.Network;
import org.bora.simulation.link.ServedLink;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * The frontends of a site as their clients see them. A client calls any frontend that is up, and
 * gets no answer if that one dies. The frontends are the product's ({@link SimulatedFrontend}).
 */
final class Frontend {
  private static final String MACHINE = "frontend-";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The longest time that a client waits for a frozen frontend. */
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(20);
  private static final Duration RESTART = Duration.ofSeconds(1);

  /** Pause between two attempts of a client that is not admitted. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private static final int TWICE = 100;

  private final Ground ground;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Report report;
  private final SimulatedFrontend[] all;
  private final int[] lives;

  /** End of the last freeze of each frontend. */
  private final long[] stood;

  /**
   * What the frontends connect, and what disturbs them.
   *
   * @param bans in sites where clients are banned
   */
  record Ground(
      Scheduler scheduler,
      Choices choices,
      List<Host> hosts,
      Report report,
      Network network,
      MachineClocks clocks,
      Optional<BanOrders> bans) {}

  /**
   * Creates the frontends.
   *
   * @param size number of frontends
   */
  Frontend(Ground ground, int size) {
    this.ground = ground;
    this.scheduler = ground.scheduler();
    this.choices = ground.choices();
    this.report = ground.report();
    this.all = new SimulatedFrontend[size];
    this.lives = new int[size];
    this.stood = new long[size];
  }

  /** A call to a frontend. */
  private static final class Attempt<R extends Reply> {
    private final Errand errand;
    private Answer<R> answer;

    /**
     * Creates a call.
     *
     * @param end when its subject expires; 0: never
     */
    Attempt(long end) {
      errand = new Errand(end);
    }
  }

  void startAll() {
    for (int i = 0; i < all.length; i++) {
      start(i);
    }
  }

  private void start(int number) {
    String name = name(number);
    String process = name + "." + ++lives[number];
    scheduler.start(
        process,
        "start",
        () -> {
          all[number] =
              new SimulatedFrontend(
                  process,
                  ground.clocks().of(name),
                  scheduler,
                  ground.network(),
                  ground.hosts(),
                  ground.bans());
          scheduler.changed();
        });
    int life = lives[number];
    scheduler.await(() -> all[number] != null || lives[number] != life, Duration.ofHours(1));
    report.tell(name, Moment.Kind.UP, "is up");
  }

  private void kill(int number) {
    SimulatedFrontend gone = all[number];
    if (gone != null) {
      all[number] = null;
      report.tell(name(number), Moment.Kind.DOWN, "is down");
      scheduler.kill(gone.process());
      gone.isGone();
      scheduler.changed();
    }
  }

  /** Closes the frontends; the backends are not watched any more. */
  void killAll() {
    for (int i = 0; i < all.length; i++) {
      kill(i);
    }
  }

  /** Kills and restarts one of the frontends, or freezes it. */
  void fault(Calm calm) {
    int number = choices.below(all.length);
    if (choices.below(2) == 0) {
      if (report.fault(name(number), "death of a frontend")) {
        kill(number);
        scheduler.sleep(RESTART);
        start(number);
      }
    } else {
      Duration time =
          Duration.ofMillis(choices.below(Math.toIntExact(LONGEST_STANDSTILL.toMillis())));
      if (report.fault(name(number), "standstill of a frontend")) {
        Duration within = calm.within(time);
        stood[number] = Math.max(stood[number], scheduler.nanos() + within.toNanos());
        scheduler.freeze(all[number].process(), within);
      }
    }
  }

  /** When the subject of the current thread's call expires; 0: never. */
  static long end() {
    return ServedLink.sent().errand().end();
  }

  /** Calls a frontend. */
  <Q, R extends Reply> Answer<R> ask(String dn, Operation<Q, R> operation, Q question) {
    return ask(dn, operation, question, 0);
  }

  /**
   * The same for a subject that expires. A caller that is not admitted repeats the call until it
   * is.
   *
   * @param end in the scheduler's time; 0: never
   */
  <Q, R extends Reply> Answer<R> ask(String dn, Operation<Q, R> operation, Q question, long end) {
    Answer<R> answer = askOnce(dn, operation, question, end);
    while (answer instanceof Answer.Refused<R>) {
      scheduler.sleep(AGAIN);
      answer = askOnce(dn, operation, question, end);
    }
    return answer;
  }

  private <Q, R extends Reply> Answer<R> askOnce(
      String dn, Operation<Q, R> operation, Q question, long end) {
    report.asked(dn, operation.name(), question);
    long began = scheduler.nanos();
    Optional<SimulatedFrontend> any = any();
    if (any.isEmpty()) {
      scheduler.sleep(RESTART);
      report.silent(dn, operation.name(), began);
      return new Answer.Silence<>();
    }
    SimulatedFrontend asked = any.get();
    Call call =
        new Call(
            new Caller(dn, "/DC=org/DC=example/CN=CA", List.of(), "192.0.2.1"),
            asked.clock().instant().plus(PATIENCE),
            "simulated");
    Attempt<R> attempt = new Attempt<>(end);
    begin(asked, operation, call, question, attempt);
    if (operation.repetition() == Repetition.ALWAYS && choices.below(TWICE) == 0) {
      // the answer to the second call is ignored
      begin(asked, operation, call.again(), question, new Attempt<>(0));
    }
    scheduler.await(() -> attempt.answer != null || !isUp(asked), LONGEST);
    if (isUp(asked) && !wasDisturbed(number(asked), began)) {
      report.took(dn, operation.name(), began, PATIENCE);
    }
    Answer<R> answer = attempt.answer == null ? new Answer.Silence<>() : attempt.answer;
    switch (answer) {
      case Answer.Told<R> told -> report.answered(dn, operation.name(), told.reply(), began);
      case Answer.Failed<R>(BackendFailure failure) -> {
        report.failed(dn, operation.name(), failure, began);
      }
      case Answer.Refused<R> _ -> report.refused(dn, operation.name());
      case Answer.Silence<R> _ -> report.silent(dn, operation.name(), began);
    }
    return answer;
  }

  private <Q, R extends Reply> void begin(
      SimulatedFrontend asked,
      Operation<Q, R> operation,
      Call call,
      Q question,
      Attempt<R> attempt) {
    scheduler.start(
        asked.process(),
        "request",
        () -> {
          attempt.answer =
              ServedLink.on(attempt.errand).call(() -> asked.call(operation, call, question));
          scheduler.changed();
        });
  }

  private boolean isUp(SimulatedFrontend one) {
    return List.of(up()).contains(one);
  }

  /** Whether the frontend was frozen since then, or its clock, which deadlines use, has leapt. */
  private boolean wasDisturbed(int number, long since) {
    return stood[number] >= since || ground.clocks().hasLeapt(name(number), since);
  }

  private static String name(int number) {
    return MACHINE + (number + 1);
  }

  /** Whether it is the name of a frontend. */
  static boolean isOne(String machine) {
    return machine.startsWith(MACHINE);
  }

  private int number(SimulatedFrontend one) {
    return Arrays.asList(all).indexOf(one);
  }

  private Optional<SimulatedFrontend> any() {
    SimulatedFrontend[] up = up();
    return up.length == 0 ? Optional.empty() : Optional.of(up[choices.below(up.length)]);
  }

  private SimulatedFrontend[] up() {
    return Arrays.stream(all).filter(Objects::nonNull).toArray(SimulatedFrontend[]::new);
  }
}
