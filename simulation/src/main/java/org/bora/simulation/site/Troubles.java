package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * Faults of backends and their database. They may happen at any time, but are much more frequent
 * where they are hardest to survive: right after a change of the disk, and at a commit.
 */
final class Troubles {
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(40);

  /** Time of silence after which other backends end the sessions of a frozen one. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(4);

  /** Faults at other calls of the disk are this much rarer. */
  private static final int ELSEWHERE = 10;

  /** Longest freeze, in seconds, of a backend that has lost its claim. */
  private static final int STANDSTILL_AFTER_CLAIM = 35;

  private static final int CHOICES = 3;
  private static final int SORE = 24;
  private static final int SLOW = 25;
  private static final String COMMIT = "COMMIT";

  private final Scheduler scheduler;
  private final Choices choices;
  private final SimulatedDatabase database;
  private final Report report;
  private final List<Host> hosts;
  private final Calm calm;
  private final int oneIn;
  private final SoreSpots sore;
  private final SlowDatabase slow;
  private final Meetings meetings;
  private boolean begun;

  /** Learns of faults that may cost a batch its lease; null if there is no tape. */
  private Tape tape;

  /** The host to be killed, which is frozen until then; null if there is none. */
  private Host doomed;

  /**
   * What the faults affect.
   *
   * @param streams choices, each of which may be taken once
   */
  record Ground(
      Scheduler scheduler,
      LongFunction<Choices> streams,
      SimulatedDatabase database,
      Report report,
      List<Host> hosts,
      Calm calm) {}

  Troubles(Ground ground, Conditions conditions) {
    this.scheduler = ground.scheduler();
    this.choices = ground.streams().apply(CHOICES);
    this.database = ground.database();
    this.report = ground.report();
    this.hosts = ground.hosts();
    this.calm = ground.calm();
    this.oneIn = conditions.trouble();
    this.sore = new SoreSpots(ground.streams().apply(SORE), oneIn);
    this.slow = new SlowDatabase(scheduler, ground.streams().apply(SLOW), report);
    this.meetings = new Meetings(scheduler, choices, report, hosts, sore);
  }

  /** Sets the tape library. */
  void meet(Tape met) {
    tape = met;
  }

  void begin() {
    begun = true;
  }

  void end() {
    begun = false;
  }

  /** Returns the host that has died within this time, if any; the site takes it down. */
  Optional<Host> death(Duration within) {
    scheduler.await(() -> doomed != null, within);
    Optional<Host> dead = Optional.ofNullable(doomed);
    doomed = null;
    return dead;
  }

  /**
   * On a thread of the process, at a call of the disk. The thread stops there if a fault demands
   * it.
   */
  void atDisk(String process, String call, Set<String> about, boolean changed) {
    if (begun) {
      boolean here = sore.atDisk(call, changed);
      if (choices.below(changed ? oneIn : oneIn * ELSEWHERE) == 0 || here) {
        strike(process, "a call of the disk");
      }
      if (!changed) {
        if (sore.outlastsItsClaim(call)) {
          standing(process).ifPresent(host -> standsBefore(host, about));
        }
        meetings.at(process, call, about);
      }
    }
  }

  /** Freezes a backend right before a change, until its claim is lost. */
  private void standsBefore(Host host, Set<String> about) {
    Duration time = GIVEN_UP.plusSeconds(1 + choices.below(STANDSTILL_AFTER_CLAIM));
    freeze(host, "standstill before a change under a claim", time, true);
    host.standsBefore(about);
  }

  /** On a thread of the process, before a statement; not for periodic queries. */
  void atStatement(String process, String what) {
    if (begun && !Task.isApart()) {
      boolean commit = what.equals(COMMIT);
      boolean here = sore.atStatement(what, commit);
      boolean anyhow = commit && choices.below(oneIn) == 0;
      if (anyhow || here) {
        strike(process, commit ? "a commit" : "a statement");
      }
      slow.atStatement();
    }
  }

  /** On a thread of the process that begins to work for a caller. */
  void atCall() {
    sore.begins();
  }

  /** On a thread of the process that is about to answer its caller. */
  void atAnswer(String process) {
    if (begun && sore.atAnswer()) {
      Optional<Host> host = standing(process);
      if (host.isPresent() && choices.below(2) == 0) {
        die(host.get(), "before an answer");
      } else {
        host.ifPresent(one -> freeze(one, "standstill before an answer"));
      }
    }
  }

  /** The host of a process, if it is up and not frozen. */
  private Optional<Host> standing(String process) {
    return host(process).filter(one -> !one.isFrozen(scheduler.nanos()));
  }

  private Optional<Host> host(String process) {
    return hosts.stream()
        .filter(one -> one.isUp() && one.backend().process().equals(process))
        .findFirst();
  }

  private void strike(String process, String where) {
    Optional<Host> host = standing(process);
    if (host.isEmpty()) {
      return;
    }
    switch (choices.below(calm.isNow() ? 2 : 6)) {
      case 0 -> loseAnswer(host.get());
      case 1 -> deadlock(host.get(), "deadlock after " + where);
      case 2, 3 -> freeze(host.get(), "standstill in " + where);
      case 4 -> failover("failover in " + where);
      default -> die(host.get(), "in " + where);
    }
  }

  private void die(Host host, String where) {
    if (doomed == null && report.fault(host.name(), "death " + where)) {
      doomed = host;
      tape.isDisturbed(host.backend().process());
      scheduler.freeze(host.backend().process(), Duration.ofMinutes(1)); // until it is killed
      scheduler.changed();
    }
  }

  private void freeze(Host host, String kind) {
    Duration time =
        Duration.ofSeconds(1 + choices.below(Math.toIntExact(LONGEST_STANDSTILL.toSeconds())));
    freeze(host, kind, time, choices.below(2) == 0);
  }

  private void freeze(Host host, String kind, Duration time, boolean given) {
    if (report.fault(host.name(), kind)) {
      SimulatedBackend backend = host.backend();
      Duration within = calm.within(time);
      host.freezes(scheduler.nanos(), within);
      tape.isDisturbed(backend.process());
      scheduler.freeze(backend.process(), within);
      if (given && within.compareTo(GIVEN_UP) > 0) {
        scheduler.start("others", "end sessions", () -> giveUp(host, backend));
      }
    }
  }

  /**
   * Another backend ends the sessions of a frozen one, as {@code Presence} does. The frozen backend
   * has lost its locks when it continues.
   */
  private void giveUp(Host host, SimulatedBackend backend) {
    scheduler.sleep(GIVEN_UP);
    if (host.backend() == backend && host.isFrozen(scheduler.nanos())) {
      report.tell(host.name(), Moment.Kind.DISK, "its sessions are ended by another backend");
      database.crash(backend.process());
      host.isGivenUp();
    }
  }

  private void failover(String kind) {
    if (report.fault("database", kind)) {
      database.failover();
      tape.isDisturbed();
    }
  }

  private void loseAnswer(Host host) {
    if (calm.allowsHidden() && report.hidden(host.name(), "lost answer to a commit")) {
      database.loseAnswerOfNextCommit(host.backend().process());
    }
  }

  private void deadlock(Host host, String kind) {
    if (calm.allowsHidden() && report.hidden(host.name(), kind)) {
      database.deadlockNextStatement(host.backend().process());
    }
  }

  /** Causes one of the faults that can happen at any time. */
  void now(Host host) {
    switch (choices.below(calm.isNow() ? 2 : 4)) {
      case 0 -> loseAnswer(host);
      case 1 -> deadlock(host, "deadlock");
      case 2 -> freeze(host, "backend stands still");
      default -> failover("failover of the database");
    }
  }
}
