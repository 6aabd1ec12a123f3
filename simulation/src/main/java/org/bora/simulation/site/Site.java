package org.bora.simulation.site;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bora.simulation.ScheduledPauses;
import org.bora.simulation.link.Network;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.schedule.SimulationException;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * One run: backends, clients and faults for a simulated time, then a phase without faults, and a
 * check of the result. The seed determines everything.
 */
public final class Site {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private static final int TAPE_CLIENTS = 3;
  private static final int STREAMS = 1_000;
  private static final int OUTAGES = 20;
  private static final int ADMINISTRATOR = 21;
  private static final int LOSS = 22;
  private static final int CALM = 23;
  private static final int NETWORK = 26;
  private static final int FRONTENDS = 27;
  private static final int BANS = 40;
  private static final int BANNING = 41;
  private static final int CLOCKS = 42;
  private static final int DOORS = 43;
  private static final int LOSSES_ONE_IN = 3;

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
  private final Hosts hosts;
  private final Calm calm;
  private final Frontend frontend;
  private final Troubles troubles;
  private final Transitions transitions;
  private final Watch watch;
  private final Holdings holdings;
  private final Leftovers leftovers;
  private final Outages outages;
  private final Administrator administrator;
  private Map<String, Integer> states = Map.of();
  private long spentDisturbed;
  private final Clients clients;
  private final Optional<Banning> banning;
  private final MachineClocks clocks;
  private final Accidents accidents;

  /**
   * The size of a site, and how long faults happen.
   *
   * @param disturbed simulated time with faults
   * @param only the part of the run that happens
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

    /**
     * The number of clients. Clients of the disk are numbered first, then those of tape and doors.
     */
    public int numbers() {
      return ofDiskAndTape() + 1;
    }

    int ofDiskAndTape() {
      return clients + TAPE_CLIENTS;
    }

    /** The same with faults for another time. */
    public Settings disturbedFor(Duration time) {
      return new Settings(backends, clients, time, only);
    }

    /** A part of the same run. */
    public Settings with(Only part) {
      return new Settings(backends, clients, disturbed, part);
    }
  }

  /**
   * Creates a site.
   *
   * @param directory an empty one, in which the backends share a directory for each area
   */
  public Site(long seed, Settings settings, Path directory) {
    this.seed = seed;
    this.settings = settings;
    this.choices = stream(0);
    this.random = new SplittableRandom(seed);
    this.scheduler = new Scheduler(stream(1), START);
    this.report = new Report(scheduler, settings.only());
    this.conditions = Conditions.drawnFrom(stream(2));
    this.calm = new Calm(scheduler, stream(CALM));
    report.meets(calm);
    SitePauses pauses = new SitePauses(new ScheduledPauses(scheduler));
    this.database = new SimulatedDatabase(pauses, scheduler.clock(), random.split());
    this.transitions = new Transitions(report);
    History history = new History(report);
    database.tells(
        changes -> {
          transitions.commits(changes);
          history.commits(changes);
        });
    this.disk =
        new Disk(scheduler, stream(4), conditions, TapeSite.made(directory.resolve("disk")));
    this.tape = new TapeSite(scheduler, this::stream, conditions, report, directory);
    this.clocks = new MachineClocks(scheduler, stream(CLOCKS), report);
    this.hosts =
        new Hosts(
            new Hosts.Ground(scheduler, database, disk, tape, conditions, random, report, clocks),
            settings.backends());
    this.troubles =
        new Troubles(
            new Troubles.Ground(scheduler, this::stream, database, report, hosts.all(), calm),
            conditions);
    hosts.meet(troubles);
    pauses.meet(troubles);
    troubles.meet(tape.tape());
    BiConsumer<String, String> told =
        (process, what) -> report.tell(process, Moment.Kind.DISK, what);
    disk.meets(troubles::atDisk, told);
    tape.meets(troubles::atDisk, told);
    disk.pace().meets(calm);
    tape.meets(calm);
    this.watch = new Watch(disk, tape, database, report, new AtRest(scheduler, calm, report));
    this.leftovers = new Leftovers(scheduler, database, hosts.all(), report);
    scheduler.ends(leftovers::ended);
    this.holdings = new Holdings(database, report, conditions);
    Optional<BanOrders> bans =
        Banning.happens(stream(BANS))
            ? Optional.of(new BanOrders(scheduler, calm, report))
            : Optional.empty();
    this.frontend =
        new Frontend(
            new Frontend.Ground(
                scheduler,
                stream(5),
                hosts.all(),
                report,
                new Network(scheduler, stream(NETWORK), report::fault),
                clocks,
                bans),
            1 + stream(FRONTENDS).below(2));
    this.outages = new Outages(scheduler, stream(OUTAGES));
    this.administrator = new Administrator(scheduler, stream(ADMINISTRATOR), hosts.all(), report);
    this.clients =
        new Clients(
            settings,
            scheduler,
            this::stream,
            new Clients.Made(this::disk, this::tape, this::doors));
    this.banning =
        bans.map(
            orders ->
                new Banning(scheduler, stream(BANNING), hosts.all(), clients, report, orders));
    this.accidents =
        new Accidents(
            scheduler,
            choices,
            report,
            new Accidents.Ground(hosts, frontend, clients, troubles, calm, disk, tape, journal));
  }

  private Runnable disk(String label, Choices own) {
    return new Client(
            label, new Client.Tools(scheduler, own, frontend, disk, report, journal, conditions))
        ::run;
  }

  private Runnable doors(String label, Choices own) {
    return new DoorClient(
            label, new Client.Tools(scheduler, own, frontend, disk, report, journal, conditions))
        ::run;
  }

  private Runnable tape(String label, Choices own) {
    return new TapeClient(
            label, new TapeClient.Tools(scheduler, own, frontend, tape, report, hosts::standBefore))
        ::run;
  }

  /**
   * A stream of choices for one purpose. Each purpose has its own stream, so that a part of a run
   * stays similar to the whole run.
   */
  private Choices stream(long who) {
    return Choices.seeded(new SplittableRandom(seed * STREAMS + who).nextLong());
  }

  /** Sets a listener for each event of the trace; before the run. */
  public void tells(Consumer<Object> listener) {
    scheduler.tells(listener);
  }

  /** Runs the site; to be called once. */
  public Outcome run() {
    try {
      scheduler.run(this::live);
    } catch (SimulationException e) {
      report.wrong("run", e.toString() + " " + (e.getCause() == null ? "" : e.getCause()));
    }
    hosts.all().stream().filter(Host::isUp).forEach(host -> host.backend().isGone());
    disk.close();
    tape.close();
    return new Outcome(
        seed,
        scheduler.trace(),
        scheduler.events(),
        Duration.ofNanos(scheduler.nanos()),
        settings.disturbed(),
        Duration.ofNanos(spentDisturbed),
        report.calls(),
        report.statuses(),
        report.faults(),
        report.moves(),
        report.contradictions(),
        report.firstWrong(),
        states,
        transitions.counts(),
        report.story(),
        report.contradictions().isEmpty() ? List.of() : scheduler.lastEvents());
  }

  private void dies(Host host) {
    hosts.kill(host);
    if (outages.follows()) {
      powerFails();
    }
  }

  private void powerFails() {
    if (report.fault("site", "power cut")) {
      accidents.powerFails();
    }
  }

  private void live() {
    long began = System.nanoTime();
    hosts.startAll();
    frontend.startAll();
    clients.begin(tape.isPresent(), stream(DOORS).below(2) == 0);
    long end = scheduler.nanos() + settings.disturbed().toNanos();
    troubles.begin();
    while (scheduler.nanos() < end) {
      troubles
          .death(Duration.ofMillis(1 + choices.below(20_000)))
          .ifPresentOrElse(this::dies, accidents::any);
      administrator.act().ifPresent(hosts::kill);
      banning.ifPresent(Banning::act);
      clocks.act();
      if (outages.now()) {
        powerFails();
      }
      watch.look();
      holdings.look();
      leftovers.look();
      if (calm.isNow()) {
        hosts.areWell();
      }
    }
    troubles.end();
    spentDisturbed = System.nanoTime() - began;
    states = watch.states();
    disk.pace().isWell();
    tape.isWell();
    clients.end();
    frontend.killAll();
    new Peace(
            new Peace.Ground(scheduler, hosts, disk, tape, journal, report, conditions, database),
            random,
            leftovers)
        .run(stream(LOSS).below(LOSSES_ONE_IN) == 0);
  }
}
