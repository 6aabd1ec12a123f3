package org.bora.simulation.site;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bora.simulation.ScheduledPauses;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.schedule.SimulationException;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * One run: backends, clients and faults for a simulated time, then peace, and a look at what is
 * left. All of it follows from the seed.
 */
public final class Site {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  /** All backends are up; clients are gone. */
  private static final Duration QUIET = Duration.ofMinutes(3);

  /** One in so many calls of the disk is where its backend stands still, or dies. */
  private static final int TROUBLE = 400;

  /** So often for so long nobody works, as long as the longest grace. */
  private static final int PAUSES = 2;

  private static final Duration PAUSE = Duration.ofHours(36);
  private static final Duration AFTER_PAUSE = Duration.ofMinutes(15);

  private final long seed;
  private final Settings settings;
  private final Choices choices;
  private final Scheduler scheduler;
  private final SimulatedDatabase database;
  private final Conditions conditions;
  private final Disk disk;
  private final Report report;
  private final Journal journal = new Journal();
  private final SplittableRandom random;
  private final List<Host> hosts = new ArrayList<>();
  private final Frontend frontend;
  private final int[] lives;

  /** To be killed where it stands; null for none. */
  private Host doomed;

  /**
   * How large a site is, and for how long it is disturbed.
   *
   * @param disturbed simulated time with faults
   */
  public record Settings(int backends, int clients, Duration disturbed) {
    public Settings {
      if (backends < 1 || clients < 1) {
        throw new IllegalArgumentException("a site has a backend and a client at least");
      }
    }

    /** Three backends, six clients, half an hour of faults. */
    public static Settings defaults() {
      return new Settings(3, 6, Duration.ofMinutes(30));
    }
  }

  /**
   * Makes a site.
   *
   * @param directory an empty one, which the backends share
   */
  public Site(long seed, Settings settings, Path directory) {
    this.seed = seed;
    this.settings = settings;
    this.choices = Choices.seeded(seed);
    this.random = new SplittableRandom(seed);
    this.scheduler = new Scheduler(choices, START);
    this.database =
        new SimulatedDatabase(new ScheduledPauses(scheduler), scheduler.clock(), random.split());
    this.conditions = Conditions.drawnFrom(choices);
    this.disk = new Disk(scheduler, choices, conditions, directory);
    this.report = new Report(scheduler);
    this.lives = new int[settings.clients()];
    for (int i = 1; i <= settings.backends(); i++) {
      hosts.add(new Host("backend-" + i));
    }
    this.frontend = new Frontend(scheduler, choices, hosts, report);
  }

  /** Runs it; called once. */
  public Outcome run() {
    try {
      scheduler.run(this::live);
    } catch (SimulationException e) {
      report.wrong("run", e.toString() + " " + (e.getCause() == null ? "" : e.getCause()));
    }
    hosts.stream().filter(Host::isUp).forEach(host -> host.backend().isGone());
    return new Outcome(
        seed,
        scheduler.trace(),
        scheduler.events(),
        Duration.ofNanos(scheduler.nanos()),
        settings.disturbed(),
        report.calls(),
        report.statuses(),
        report.faults(),
        report.contradictions(),
        report.contradictions().isEmpty() ? List.of() : scheduler.lastEvents());
  }

  private void live() {
    hosts.forEach(this::start);
    for (int client = 0; client < settings.clients(); client++) {
      startClient(client);
    }
    long end = scheduler.nanos() + settings.disturbed().toNanos();
    disk.meets(this::trouble);
    while (scheduler.nanos() < end) {
      Duration pause = Duration.ofMillis(1 + choices.below(20_000));
      if (scheduler.await(() -> doomed != null, pause)) {
        report.fault("death in a call of the disk");
        kill(doomed);
        doomed = null;
      } else {
        fault();
      }
    }
    disk.isWell();
    for (int client = 0; client < settings.clients(); client++) {
      scheduler.kill(clientProcess(client));
    }
    hosts.forEach(this::kill);
    new Checks(disk, database, journal, report, conditions.area()).counters(); // at one commit
    hosts.forEach(this::start);
    scheduler.sleep(QUIET);
    Host last = hosts.getLast();
    hosts.stream().filter(host -> host != last).forEach(this::kill);
    for (int i = 0; i < PAUSES; i++) {
      kill(last);
      scheduler.sleep(PAUSE);
      start(last);
      scheduler.sleep(AFTER_PAUSE);
    }
    new Checks(disk, database, journal, report, conditions.area()).run();
  }

  private String clientProcess(int client) {
    return "client-" + (client + 1) + "." + lives[client];
  }

  private void startClient(int client) {
    lives[client]++;
    String process = clientProcess(client);
    Client.Tools tools =
        new Client.Tools(scheduler, choices, frontend, disk, report, journal, conditions);
    Client made = new Client(process, tools);
    scheduler.start(process, "client", made::run);
  }

  /** On a thread of its own process: it may die while it starts. */
  private void start(Host host) {
    String process = host.nextProcess();
    SimulatedBackend.Ground ground =
        new SimulatedBackend.Ground(
            scheduler, database, disk, conditions, random.split(), Frontend::nobodyWaits);
    SimulatedBackend[] made = new SimulatedBackend[1];
    scheduler.start(
        process,
        "start",
        () -> {
          made[0] = new SimulatedBackend(process, ground);
          scheduler.changed();
        });
    scheduler.await(() -> made[0] != null, Duration.ofHours(1));
    host.lives(made[0]);
    scheduler.changed();
  }

  private void kill(Host host) {
    if (!host.isUp()) {
      return;
    }
    SimulatedBackend backend = host.backend();
    host.isDown();
    scheduler.kill(backend.process());
    database.crash(backend.process());
    backend.isGone();
    scheduler.changed();
  }

  /** On a thread of the process, which stops there. */
  private void trouble(String process) {
    if (choices.below(TROUBLE) > 0) {
      return;
    }
    Optional<Host> host =
        hosts.stream()
            .filter(one -> one.isUp() && one.backend().process().equals(process))
            .findFirst();
    if (host.isEmpty() || host.get().isFrozen(scheduler.nanos())) {
      return;
    }
    if (doomed == null && choices.below(3) == 0) {
      doomed = host.get();
      scheduler.freeze(process, Duration.ofMinutes(1)); // until it is killed, at once
      scheduler.changed();
    } else {
      report.fault("standstill in a call of the disk");
      freeze(host.get(), Duration.ofSeconds(1 + choices.below(40)));
    }
  }

  private void freeze(Host host, Duration time) {
    host.freezes(scheduler.nanos(), time);
    scheduler.freeze(host.backend().process(), time);
  }

  private void fault() {
    Host host = hosts.get(choices.below(hosts.size()));
    if (!host.isUp()) {
      report.fault("start of a backend");
      start(host);
      return;
    }
    String process = host.backend().process();
    switch (choices.below(7)) {
      case 0 -> {
        report.fault("kill of a backend");
        kill(host);
      }
      case 1 -> {
        report.fault("backend stands still");
        freeze(host, Duration.ofSeconds(1 + choices.below(40)));
      }
      case 2 -> {
        report.fault("failover of the database");
        database.failover();
      }
      case 3 -> {
        report.fault("lost answer to a commit");
        database.loseAnswerOfNextCommit(process);
      }
      case 4 -> {
        report.fault("deadlock");
        database.deadlockNextStatement(process);
      }
      case 5 -> {
        report.fault("client disappears");
        int client = choices.below(settings.clients());
        scheduler.kill(clientProcess(client));
        startClient(client);
      }
      default -> {}
    }
  }
}
