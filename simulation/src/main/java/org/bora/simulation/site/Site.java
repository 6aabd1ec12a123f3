package org.bora.simulation.site;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
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

  /** So often for so long nobody works, as long as the longest grace. */
  private static final int PAUSES = 2;

  private static final int TAPE_CLIENTS = 3;
  private static final int LONGEST_FULL_SECONDS = 30;
  private static final int STREAMS = 1_000;
  private static final int OUTAGES = 20;
  private static final int ADMINISTRATOR = 21;
  private static final int LOSS = 22;
  private static final int LOSSES_ONE_IN = 3;

  private static final Duration PAUSE = Duration.ofHours(36);
  private static final Duration AFTER_PAUSE = Duration.ofMinutes(15);

  private final long seed;
  private final Settings settings;
  private final Choices choices;
  private final Scheduler scheduler;
  private final SimulatedDatabase database;
  private final Conditions conditions;
  private final Disk disk;
  private final TapeSite tape;
  private final Report report;
  private final Journal journal = new Journal();
  private final SplittableRandom random;
  private final List<Host> hosts = new ArrayList<>();
  private final Frontend frontend;
  private final Troubles troubles;
  private final Watch watch;
  private final Outages outages;
  private final Administrator administrator;
  private Map<String, Integer> states = Map.of();
  private final Clients clients;

  /**
   * How large a site is, and for how long it is disturbed.
   *
   * @param disturbed simulated time with faults
   * @param only the part of it that happens
   */
  public record Settings(int backends, int clients, Duration disturbed, Only only) {
    public Settings {
      if (backends < 1 || clients < 1) {
        throw new IllegalArgumentException("a site has a backend and a client at least");
      }
    }

    /** Three backends, six clients, half an hour of faults. */
    public static Settings defaults() {
      return new Settings(3, 6, Duration.ofMinutes(30), Only.ALL);
    }

    /** Clients by their numbers: those of the disk first, then those of the tape. */
    public int numbers() {
      return clients + TAPE_CLIENTS;
    }

    /** The same for another time. */
    public Settings disturbedFor(Duration time) {
      return new Settings(backends, clients, time, only);
    }

    /** A part of the same. */
    public Settings with(Only part) {
      return new Settings(backends, clients, disturbed, part);
    }
  }

  /**
   * Makes a site.
   *
   * @param directory an empty one, in which the backends share one for each area
   */
  public Site(long seed, Settings settings, Path directory) {
    this.seed = seed;
    this.settings = settings;
    this.choices = stream(0);
    this.random = new SplittableRandom(seed);
    this.scheduler = new Scheduler(stream(1), START);
    this.report = new Report(scheduler, settings.only());
    this.conditions = Conditions.drawnFrom(stream(2));
    SitePauses pauses = new SitePauses(new ScheduledPauses(scheduler));
    this.database = new SimulatedDatabase(pauses, scheduler.clock(), random.split());
    this.troubles =
        new Troubles(
            new Troubles.Ground(scheduler, stream(3), database, report, hosts), conditions);
    pauses.meet(troubles);
    this.disk =
        new Disk(scheduler, stream(4), conditions, TapeSite.made(directory.resolve("disk")));
    this.tape = new TapeSite(scheduler, this::stream, conditions, report, directory);
    troubles.meet(tape.tape());
    BiConsumer<String, String> told =
        (process, what) -> report.tell(process, Moment.Kind.DISK, what);
    disk.meets(troubles::atDisk, told);
    tape.meets(troubles::atDisk, told);
    this.watch = new Watch(disk, database, report);
    for (int i = 1; i <= settings.backends(); i++) {
      hosts.add(new Host("backend-" + i));
    }
    this.frontend = new Frontend(scheduler, stream(5), hosts, report);
    this.outages = new Outages(scheduler, stream(OUTAGES));
    this.administrator = new Administrator(scheduler, stream(ADMINISTRATOR), hosts, report);
    this.clients = new Clients(settings, scheduler, this::stream, this::disk, this::tape);
  }

  private Runnable disk(String label, Choices own) {
    return new Client(
            label, new Client.Tools(scheduler, own, frontend, disk, report, journal, conditions))
        ::run;
  }

  private Runnable tape(String label, Choices own) {
    return new TapeClient(label, new TapeClient.Tools(scheduler, own, frontend, tape, report))::run;
  }

  /**
   * Choices of one of those who choose. Each has its own, so that a part of a run stays like the
   * whole of it.
   */
  private Choices stream(long who) {
    return Choices.seeded(new SplittableRandom(seed * STREAMS + who).nextLong());
  }

  /** Runs it; called once. */
  public Outcome run() {
    try {
      scheduler.run(this::live);
    } catch (SimulationException e) {
      report.wrong("run", e.toString() + " " + (e.getCause() == null ? "" : e.getCause()));
    }
    hosts.stream().filter(Host::isUp).forEach(host -> host.backend().isGone());
    disk.close();
    tape.close();
    return new Outcome(
        seed,
        scheduler.trace(),
        scheduler.events(),
        Duration.ofNanos(scheduler.nanos()),
        settings.disturbed(),
        report.calls(),
        report.statuses(),
        report.faults(),
        report.moves(),
        report.contradictions(),
        report.firstWrong(),
        states,
        report.story(),
        report.contradictions().isEmpty() ? List.of() : scheduler.lastEvents());
  }

  private void live() {
    hosts.forEach(this::start);
    clients.begin(tape.isPresent());
    long end = scheduler.nanos() + settings.disturbed().toNanos();
    troubles.begin();
    while (scheduler.nanos() < end) {
      troubles
          .death(Duration.ofMillis(1 + choices.below(20_000)))
          .ifPresentOrElse(this::kill, this::fault);
      administrator.act().ifPresent(this::kill);
      if (outages.now() && report.fault("site", "power cut")) {
        powerFails();
      }
      watch.look();
    }
    troubles.end();
    states = watch.states();
    disk.isWell();
    tape.isWell();
    clients.end();
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
    if (tape.isPresent()) {
      new TapeChecks(tape, database, report).run(scheduler.clock().millis());
    }
    if (stream(LOSS).below(LOSSES_ONE_IN) == 0) {
      databaseIsLost();
    }
  }

  /** Of backends and their disks; the database is on another machine. */
  private void powerFails() {
    hosts.forEach(this::kill);
    disk.powerFails(journal::tears);
    tape.powerFails();
  }

  /** I13: the books come back from the files. */
  private void databaseIsLost() {
    hosts.forEach(this::kill);
    report.tell("database", Moment.Kind.DOWN, "is lost");
    SimulatedDatabase anew =
        new SimulatedDatabase(new ScheduledPauses(scheduler), scheduler.clock(), random.split());
    Host host = new Host("rebuild");
    start(host, anew);
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
    report.moved("books rebuilt from the files alone");
    new Checks(disk, anew, journal, report, conditions.area()).run();
    if (tape.isPresent()) {
      new TapeChecks(tape, anew, report).run(scheduler.clock().millis());
    }
    scheduler.kill(host.backend().process());
    host.backend().isGone();
  }

  /** On a thread of its own process: it may die while it starts. */
  private void start(Host host) {
    start(host, database);
  }

  private void start(Host host, SimulatedDatabase on) {
    String process = host.nextProcess();
    SimulatedBackend.Ground ground =
        new SimulatedBackend.Ground(
            scheduler, on, disk, tape, conditions, random.split(), Frontend::nobodyWaits);
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
    report.tell(host.name(), Moment.Kind.UP, "is up");
    scheduler.changed();
  }

  private void kill(Host host) {
    if (!host.isUp()) {
      return;
    }
    SimulatedBackend backend = host.backend();
    host.isDown();
    report.tell(host.name(), Moment.Kind.DOWN, "is down");
    scheduler.kill(backend.process());
    database.crash(backend.process());
    backend.isGone();
    tape.tape().isGone(backend.process());
    scheduler.changed();
  }

  private void fault() {
    Host host = hosts.get(choices.below(hosts.size()));
    int kind = choices.below(6);
    int client = choices.below(clients.size());
    if (!host.isUp()) {
      if (report.fault(host.name(), "start of a backend")) {
        start(host);
      }
      return;
    }
    switch (kind) {
      case 0 -> {
        if (report.fault(host.name(), "kill of a backend")) {
          kill(host);
        }
      }
      case 1 -> {
        if (report.fault(clients.process(client), "client disappears")) {
          clients.another(client);
        }
      }
      case 2 -> {
        if (report.fault("disk", "disk is full")) {
          disk.fills(Duration.ofSeconds(1 + choices.below(LONGEST_FULL_SECONDS)));
        }
      }
      default -> troubles.now(host);
    }
  }
}
