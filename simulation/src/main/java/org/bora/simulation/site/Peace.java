package org.bora.simulation.site;

import java.time.Duration;
import java.util.SplittableRandom;
import org.bora.simulation.ScheduledPauses;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * The phase after the faults: backends finish all work, and the result is checked against the
 * promises.
 */
final class Peace {
  /** Time that backends work without clients. */
  private static final Duration QUIET = Duration.ofMinutes(3);

  /** Rounds of rest without clients, each as long as the longest grace period. */
  private static final int PAUSES = 2;

  private static final Duration PAUSE = Duration.ofHours(36);
  private static final Duration AFTER_PAUSE = Duration.ofMinutes(15);

  private final Ground ground;
  private final Scheduler scheduler;
  private final Hosts hosts;
  private final SplittableRandom random;
  private final Leftovers leftovers;

  /** The objects of the checks. */
  record Ground(
      Scheduler scheduler,
      Hosts hosts,
      Disk disk,
      TapeSite tape,
      Journal journal,
      Report report,
      Conditions conditions,
      SimulatedDatabase database) {}

  Peace(Ground ground, SplittableRandom random, Leftovers leftovers) {
    this.leftovers = leftovers;
    this.ground = ground;
    this.scheduler = ground.scheduler();
    this.hosts = ground.hosts();
    this.random = random;
  }

  /**
   * Runs the phase: there are no clients and no faults any more.
   *
   * @param loss whether the database is lost in the end
   */
  void run(boolean loss) {
    hosts.killAll();
    checks(ground.database()).counters(); // counters are right at every commit
    hosts.startAll();
    scheduler.sleep(QUIET);
    Host last = hosts.all().getLast();
    hosts.all().stream().filter(host -> host != last).forEach(hosts::kill);
    for (int i = 0; i < PAUSES; i++) {
      hosts.kill(last);
      scheduler.sleep(PAUSE);
      hosts.start(last);
      scheduler.sleep(AFTER_PAUSE);
      leftovers.atRest(last.backend());
    }
    check(ground.database());
    if (loss) {
      databaseIsLost();
    }
  }

  private Checks checks(SimulatedDatabase database) {
    return new Checks(
        ground.disk(), database, ground.journal(), ground.report(), ground.conditions().area());
  }

  private void check(SimulatedDatabase database) {
    checks(database).run();
    if (ground.tape().isPresent()) {
      new TapeChecks(ground.tape(), database, ground.report()).run(scheduler.clock().millis());
    }
  }

  /** I13: the books are restored from the files. */
  private void databaseIsLost() {
    hosts.killAll();
    ground.report().tell("database", Moment.Kind.DOWN, "is lost");
    SimulatedDatabase anew =
        new SimulatedDatabase(new ScheduledPauses(scheduler), scheduler.clock(), random.split());
    Host host = new Host("rebuild");
    hosts.start(host, anew);
    boolean[] done = new boolean[1];
    scheduler.start(
        host.backend().process(),
        "rebuild",
        () -> {
          host.backend().rebuild();
          done[0] = true;
          scheduler.changed();
        });
    scheduler.await(() -> done[0], Duration.ofHours(1));
    if (!done[0]) {
      ground.report().wrong("I7", "the books were not rebuilt within an hour");
    }
    ground.report().moved("books rebuilt from the files alone");
    check(anew);
    scheduler.kill(host.backend().process());
    host.backend().isGone();
  }
}
