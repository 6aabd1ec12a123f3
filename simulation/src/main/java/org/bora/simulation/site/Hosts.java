package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/** The machines of a site: starts backends on them, and kills them. */
final class Hosts {
  private final Ground ground;
  private final List<Host> all = new ArrayList<>();
  private Troubles troubles;

  /** What backends depend on. */
  record Ground(
      Scheduler scheduler,
      SimulatedDatabase database,
      Disk disk,
      TapeSite tape,
      Conditions conditions,
      SplittableRandom random,
      Report report,
      MachineClocks clocks) {}

  /**
   * Creates the machines; no backend runs yet.
   *
   * @param number of machines
   */
  Hosts(Ground ground, int number) {
    this.ground = ground;
    for (int i = 1; i <= number; i++) {
      all.add(new Host("backend-" + i));
    }
  }

  /** Sets the faults that calls meet. */
  void meet(Troubles met) {
    troubles = met;
  }

  /** All machines; the same ones for the life of the site. */
  List<Host> all() {
    return all;
  }

  /** Whether a backend is frozen right before it changes the file of this name. */
  boolean standBefore(String path) {
    long now = ground.scheduler().nanos();
    return all.stream()
        .anyMatch(
            host -> host.isUp() && host.isFrozen(now) && host.standsBeforeOneOf(Set.of(path)));
  }

  void startAll() {
    all.forEach(this::start);
  }

  /** Takes all machines down without notice to their peers. */
  void loseThePower() {
    all.stream().filter(Host::isUp).forEach(host -> host.service().link().isSilent());
    killAll();
  }

  void killAll() {
    all.forEach(this::kill);
  }

  /** Restarts the backends that accept no calls. */
  void areWell() {
    for (Host host : all) {
      if (host.isUp() && !host.takesCalls()) {
        kill(host);
      }
      if (!host.isUp()) {
        start(host);
      }
    }
  }

  /** Starts a backend on a thread of its own process, so that it may die while it starts. */
  void start(Host host) {
    start(host, ground.database());
  }

  /** The same on another database. */
  void start(Host host, SimulatedDatabase on) {
    Scheduler scheduler = ground.scheduler();
    String process = host.nextProcess();
    SimulatedBackend.Ground under =
        new SimulatedBackend.Ground(
            scheduler,
            on,
            ground.disk(),
            ground.tape(),
            ground.conditions(),
            ground.random().split(),
            ground.clocks().of(host.name()));
    SimulatedBackend[] made = new SimulatedBackend[1];
    Service[] service = new Service[1];
    scheduler.start(
        process,
        "start",
        () -> {
          made[0] = new SimulatedBackend(process, under);
          service[0] = new Service(made[0], scheduler, troubles, ground.report());
          scheduler.changed();
        });
    scheduler.await(() -> service[0] != null, Duration.ofHours(1));
    host.lives(made[0], service[0]);
    ground.report().tell(host.name(), Moment.Kind.UP, "is up");
    scheduler.changed();
  }

  void kill(Host host) {
    if (!host.isUp()) {
      return;
    }
    SimulatedBackend backend = host.backend();
    Service service = host.service();
    host.isDown();
    ground.report().tell(host.name(), Moment.Kind.DOWN, "is down");
    ground.scheduler().kill(backend.process());
    ground.database().crash(backend.process());
    backend.isGone();
    service.link().isGone();
    ground.tape().tape().isGone(backend.process());
    ground.scheduler().changed();
  }
}
