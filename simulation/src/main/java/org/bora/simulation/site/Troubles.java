package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * What happens to backends and their database: now and then, and, much more often, where a death or
 * a loss is hardest to survive: right after a change of the disk, and at a commit.
 */
final class Troubles {
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(40);

  /** Other calls of the disk are so much less often where something happens. */
  private static final int ELSEWHERE = 10;

  private static final String COMMIT = "COMMIT";

  private final Scheduler scheduler;
  private final Choices choices;
  private final SimulatedDatabase database;
  private final Report report;
  private final List<Host> hosts;
  private final int oneIn;
  private boolean begun;

  /** Hears of what may cost a batch its lease; null for none. */
  private Tape tape;

  /** To be killed where it stands; null for none. */
  private Host doomed;

  /** On what they come. */
  record Ground(
      Scheduler scheduler,
      Choices choices,
      SimulatedDatabase database,
      Report report,
      List<Host> hosts) {}

  Troubles(Ground ground, Conditions conditions) {
    this.scheduler = ground.scheduler();
    this.choices = ground.choices();
    this.database = ground.database();
    this.report = ground.report();
    this.hosts = ground.hosts();
    this.oneIn = conditions.trouble();
  }

  /** Where there is a tape library. */
  void meet(Tape met) {
    tape = met;
  }

  void begin() {
    begun = true;
  }

  void end() {
    begun = false;
  }

  /** Returns the host that has died within so much time, if one has; the site takes it down. */
  Optional<Host> death(Duration within) {
    scheduler.await(() -> doomed != null, within);
    Optional<Host> dead = Optional.ofNullable(doomed);
    doomed = null;
    return dead;
  }

  /** On a thread of the process, at a call of the disk; it stops there where it is to stop. */
  void atDisk(String process, boolean changed) {
    if (begun && choices.below(changed ? oneIn : oneIn * ELSEWHERE) == 0) {
      strike(process, "a call of the disk");
    }
  }

  /** On a thread of the process, before a statement. */
  void atStatement(String process, String what) {
    if (begun && what.equals(COMMIT) && choices.below(oneIn) == 0) {
      strike(process, "a commit");
    }
  }

  private Optional<Host> host(String process) {
    return hosts.stream()
        .filter(one -> one.isUp() && one.backend().process().equals(process))
        .findFirst();
  }

  private void strike(String process, String where) {
    Optional<Host> host = host(process);
    if (host.isEmpty() || host.get().isFrozen(scheduler.nanos())) {
      return;
    }
    switch (choices.below(6)) {
      case 0 -> {
        if (doomed == null && report.fault(host.get().name(), "death in " + where)) {
          doomed = host.get();
          tape.isDisturbed(process);
          scheduler.freeze(process, Duration.ofMinutes(1)); // until it is killed, at once
          scheduler.changed();
        }
      }
      case 1, 2 -> freeze(host.get(), "standstill in " + where);
      case 3 -> failover("failover in " + where);
      case 4 -> deadlock(host.get(), "deadlock after " + where);
      default -> loseAnswer(host.get());
    }
  }

  private void freeze(Host host, String kind) {
    Duration time =
        Duration.ofSeconds(1 + choices.below(Math.toIntExact(LONGEST_STANDSTILL.toSeconds())));
    if (report.fault(host.name(), kind)) {
      host.freezes(scheduler.nanos(), time);
      tape.isDisturbed(host.backend().process());
      scheduler.freeze(host.backend().process(), time);
    }
  }

  private void failover(String kind) {
    if (report.fault("database", kind)) {
      database.failover();
      tape.isDisturbed();
    }
  }

  private void loseAnswer(Host host) {
    if (report.fault(host.name(), "lost answer to a commit")) {
      database.loseAnswerOfNextCommit(host.backend().process());
    }
  }

  private void deadlock(Host host, String kind) {
    if (report.fault(host.name(), kind)) {
      database.deadlockNextStatement(host.backend().process());
    }
  }

  /** One of those that need no place. */
  void now(Host host) {
    switch (choices.below(4)) {
      case 0 -> freeze(host, "backend stands still");
      case 1 -> failover("failover of the database");
      case 2 -> loseAnswer(host);
      default -> deadlock(host, "deadlock");
    }
  }
}
