package org.bora.simulation.site;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.api.Functions;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.database.SharedClock;
import org.bora.backend.database.TimeTable;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.Bans;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.life.FileEnds;
import org.bora.backend.life.StoredLives;
import org.bora.backend.listing.ListingFiles;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.listing.Listings;
import org.bora.backend.locate.Locator;
import org.bora.backend.operation.bringonline.BringOnlineOperations;
import org.bora.backend.operation.directory.DirectoryOperations;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Lister;
import org.bora.backend.operation.directory.LongListings;
import org.bora.backend.operation.directory.Ls;
import org.bora.backend.operation.directory.LsInOrder;
import org.bora.backend.operation.directory.Mkdir;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.operation.directory.Rmdir;
import org.bora.backend.operation.directory.StatusOfLs;
import org.bora.backend.operation.get.GetOperations;
import org.bora.backend.operation.put.PutOperations;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.operation.put.PutStorage;
import org.bora.backend.operation.request.NamesInUse;
import org.bora.backend.operation.request.RequestOperations;
import org.bora.backend.operation.space.SpaceOperations;
import org.bora.backend.operation.turl.UseTurl;
import org.bora.backend.pin.DuePins;
import org.bora.backend.pin.PinParts;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.pin.Staging;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.TokenSource;
import org.bora.backend.serve.Waiting;
import org.bora.backend.space.BookedRoom;
import org.bora.backend.space.OwnSpaces;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceRegister;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.sweep.Sweep;
import org.bora.backend.sweep.SweepPart;
import org.bora.backend.turl.HttpsTurls;
import org.bora.backend.turl.ListedServers;
import org.bora.backend.turl.SiteTurls;
import org.bora.backend.turl.Turls;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * One life of a backend: the product's own parts, wired as in the launcher, on the simulation's
 * threads, time, database and disk.
 */
final class SimulatedBackend {
  /** The host name of the SURLs. */
  static final String HOST = "se.example.org";

  private static final int BATCH = 200;
  private static final int UPLOAD_MODE = 0600;

  /** Connections for transactions. No other area shares them. */
  private static final int CONNECTIONS = 20;

  private static final Duration LOOK_AT_TIME = Duration.ofSeconds(15);

  /**
   * What a backend depends on.
   *
   * @param machine its clock, which may be wrong
   */
  record Ground(
      Scheduler scheduler,
      SimulatedDatabase database,
      Disk disk,
      TapeSite tape,
      Conditions conditions,
      SplittableRandom random,
      Clock machine) {}

  private final String process;
  private final TapeSite tape;
  private final Areas areas;
  private final Conditions conditions;
  private final Clock machine;
  private final SharedClock clock;
  private final Transactions transactions;
  private final Locator locator;
  private final Entrance entrance;
  private final SpaceBooks books;
  private final TokenSource tokens;
  private final Bans bans;
  private final Functions functions;

  SimulatedBackend(String process, Ground ground) {
    this.process = process;
    this.tape = ground.tape();
    this.conditions = ground.conditions();
    Scheduler scheduler = ground.scheduler();
    machine = ground.machine();
    Bulkheads bulkheads = new Bulkheads(BulkheadSettings.defaults(), CONNECTIONS, scheduler::nanos);
    areas = new Areas(process, ground, bulkheads);
    transactions =
        new Transactions(
            ground.database().connect(process),
            ground.database().connectForTransactions(process),
            scheduler::sleep,
            ground.random().split(),
            Waiting::isOver);
    TimeTable time = new TimeTable();
    clock =
        new SharedClock(
            () -> transactions.read(sql -> Task.callApart(() -> time.now(sql))),
            machine,
            scheduler::nanos);
    locator = areas.locator();
    entrance = areas.entrance(locator);
    SpaceSettings spaces = areas.spaces();
    books = new SpaceBooks(spaces, locator, clock, ground.random().split());
    tokens = new TokenSource(clock, ground.random().split());
    bans = new Bans(transactions, tokens);
    transactions.run(
        sql -> {
          OwnSpaces own = new OwnSpaces(spaces);
          locator.areas().forEach(area -> own.open(sql, area, tokens.now()));
          return books;
        });
    bulkheads.watch(scheduler.timer(process));
    Executor threads = task -> scheduler.start(process, "work", task);
    ScheduledExecutorService timer = scheduler.timer(process);
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(
            clock::look, LOOK_AT_TIME.toSeconds(), LOOK_AT_TIME.toSeconds(), TimeUnit.SECONDS);
    functions = operations(scheduler::sleep, threads, timer);
  }

  private Functions operations(
      Transactions.Pause pause, Executor threads, ScheduledExecutorService timer) {
    SimulatedEngines engines =
        new SimulatedEngines(
            new SimulatedEngines.Ground(
                tape, process, transactions, locator, books, tokens, pause, threads, timer));
    Staging staging = engines.staging();
    // the simulated client plays the HTTPS door, which verifies these URLs
    Turls turls =
        new SiteTurls(
            ListedServers.healthy(new GridFtpEndpoint("door", HOST, 2811, "")),
            Optional.of(new HttpsTurls(HOST + ":8443", false)));
    PinSettings pinSettings = PinSettings.defaults();
    PinParts pins =
        new PinParts(
            pinSettings,
            transactions,
            locator,
            entrance,
            new SpaceRegister(transactions, locator, books),
            staging,
            tokens,
            threads);
    NamesInUse names = new NamesInUse(transactions, locator, books, tokens);
    Listings listings = new Listings(transactions, tokens, ListingSettings.defaults());
    FileLifeSettings lives = FileLifeSettings.defaults();
    SpaceOperations spaceOperations =
        new SpaceOperations(transactions, entrance, books, names, lives, tokens);
    new DuePins(pinSettings, transactions, locator, engines.recalls(), tokens, timer);
    new Sweep(
        conditions.sweep(),
        new Sweep.Ground(transactions, locator, books, tokens),
        swept(listings, spaceOperations),
        timer,
        threads);
    return Functions.of(
        List.of(
            directory(names, listings),
            PutOperations.of(
                PutSettings.defaults().withDoneGrace(conditions.sweep().putGrace()),
                transactions,
                new PutStorage(new BookedRoom(books, engines.room()), staging),
                entrance,
                new ProcessMapping("bora"),
                turls,
                tokens),
            GetOperations.of(pins, turls),
            BringOnlineOperations.of(pins, turls),
            new UseTurl(true, transactions, locator, tokens, UPLOAD_MODE).functions(),
            RequestOperations.of(
                pinSettings,
                transactions,
                locator,
                books,
                tokens,
                new StoredLives(lives, transactions, entrance, tokens),
                List.of(new ListingFiles(listings), spaceOperations.requestFiles())),
            spaceOperations.functions()));
  }

  private List<SweepPart> swept(Listings listings, SpaceOperations spaces) {
    FileEnds ends = new FileEnds(transactions, locator, books, tokens, BATCH);
    Unsettled moves = new Unsettled(transactions, locator, books, tokens);
    return List.of(
        new SweepPart("unfinished renames", moves::sweep),
        new SweepPart("old listings", now -> listings.forget(now, BATCH)),
        new SweepPart("ended files", ends::sweep),
        new SweepPart("ended spaces", spaces.endedSpaces()::sweep),
        new SweepPart("changes of space", spaces.changes()::sweep));
  }

  private Functions directory(NamesInUse names, Listings listings) {
    DirectorySettings limits = DirectorySettings.defaults();
    Accounts accounts = new NamedAccounts();
    Lister lister = new Lister(entrance, names, accounts, limits, clock, machine);
    // only short listings occur here, so the call's own thread makes them
    LongListings longListings =
        new LongListings(lister, listings, ListingSettings.defaults(), clock, Runnable::run);
    return DirectoryOperations.of(
        new Ls(lister, longListings, limits, clock),
        new StatusOfLs(listings, longListings),
        new LsInOrder(entrance, limits, clock, machine),
        new Mkdir(entrance, new ProcessMapping("bora"), names, AreaAcls.none(), limits),
        new Rmdir(entrance, names, limits, clock),
        new Rm(entrance, names, limits),
        new Mv(entrance, names, TurlAccess.none()));
  }

  /** The work of {@code bora rebuild}. */
  void rebuild() {
    Rebuild rebuild = new Rebuild(transactions, locator, books, tokens, new TapeEngines());
    Rebuild.Order order = new Rebuild.Order(false, Belief.SEALED);
    locator.areas().forEach(area -> rebuild.run(area, order, soFar -> true));
  }

  String process() {
    return process;
  }

  Functions functions() {
    return functions;
  }

  /** The time that all backends share. */
  Clock clock() {
    return clock;
  }

  /** The bans made at run time. */
  Bans bans() {
    return bans;
  }

  /** The areas of the backend. */
  Areas areas() {
    return areas;
  }

  /** Closes everything that the dead process had open. */
  void isGone() {
    areas.close();
  }
}
