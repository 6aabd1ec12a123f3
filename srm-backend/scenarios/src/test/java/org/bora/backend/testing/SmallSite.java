package org.bora.backend.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bora.api.Functions;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutRequest;
import org.bora.api.trace.Tracing;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.life.FileEnds;
import org.bora.backend.life.StoredLives;
import org.bora.backend.listing.ListingFiles;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.listing.Listings;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.Location;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.merge.MergedParts;
import org.bora.backend.operation.bringonline.BringOnlineOperations;
import org.bora.backend.operation.copy.CopyRequestFiles;
import org.bora.backend.operation.get.GetOperations;
import org.bora.backend.operation.put.PutOperations;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.operation.put.PutStorage;
import org.bora.backend.operation.request.NamesInUse;
import org.bora.backend.operation.request.RequestOperations;
import org.bora.backend.operation.space.SpaceOperations;
import org.bora.backend.pin.DuePins;
import org.bora.backend.pin.PinParts;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.pin.Staging;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.NameEnd;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestLimits;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.BookedRoom;
import org.bora.backend.space.EndedPut;
import org.bora.backend.space.OwnSpaces;
import org.bora.backend.space.Promise;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceLookup;
import org.bora.backend.space.SpaceRegister;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.buffer.BoundedPins;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.recall.RecallSettings;
import org.bora.backend.stage.recall.Recalls;
import org.bora.backend.sweep.Sweep;
import org.bora.backend.sweep.SweepPart;
import org.bora.backend.sweep.SweepSettings;
import org.bora.backend.turl.HttpsTurls;
import org.bora.backend.turl.ListedServers;
import org.bora.backend.turl.SiteTurls;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TreeSettings;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One backend with one area, {@code /vo}, and the same files once more as {@code /shift}, on a real
 * directory and a real database. Several of them may share both, as the backends of a site do.
 */
public final class SmallSite implements AutoCloseable {
  public static final String ALICE = "/DC=org/DC=example/CN=Alice";
  public static final String BOB = "/DC=org/DC=example/CN=Bob";
  public static final String CAROL = "/DC=org/DC=example/CN=Carol";

  /** The seal keys of the site. */
  public static final SealKeys SEALS = new SealKeys(List.of(new byte[SealKeys.BYTES]));

  public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  public final Functions puts;
  public final Functions gets;
  public final Functions bringOnline;
  public final Functions requests;
  public final CopyRequestFiles copied;
  public final PutEnding putEnding;
  public final NamesInUse names;
  public final SpaceBooks books;
  public final SpaceOperations spaces;
  public final Sweep sweep;
  public final DuePins duePins;
  public final Drives drives;
  public final Recalls recalls;
  public final Listings listings;
  public final Entrance entrance;
  public final TokenSource tokens;
  public final Transactions transactions;
  public final Locator locator;
  public final AreaTree tree;
  public final SteppedTime time;

  /** Who makes room for puts; nobody, until a test says so. */
  public final AtomicReference<RoomMaker> roomMaker = new AtomicReference<>(RoomMaker.NONE);

  /** Whether nobody waits any more for what is called. */
  public final AtomicBoolean callerLeft = new AtomicBoolean();

  /** The caller leaves when it was asked so often whether it still waits. */
  public final AtomicInteger callerLeavesAfter = new AtomicInteger(Integer.MAX_VALUE);

  private final Database database;
  private final UnlockedTree unlocked;
  private final boolean ownDatabase;
  private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(0);

  public SmallSite(DatabaseSettings settings, Path root, SteppedTime time) {
    this(settings, open(root), time);
  }

  /** With a tree of the test's own, to fail where it wants. */
  public SmallSite(DatabaseSettings settings, AreaTree tree, SteppedTime time) {
    this(settings, tree, time, SpaceSettings.defaults());
  }

  /** With limits of space. */
  public SmallSite(
      DatabaseSettings settings, AreaTree tree, SteppedTime time, SpaceSettings spaces) {
    this(new Database(settings), tree, time, spaces, Keeping.DISK, TapeLibraries.none(), true);
  }

  /** With files in /vo that go to tape. */
  public SmallSite(DatabaseSettings settings, AreaTree tree, SteppedTime time, Keeping keeping) {
    this(
        new Database(settings),
        tree,
        time,
        SpaceSettings.defaults(),
        keeping,
        TapeLibraries.none(),
        true);
  }

  /** With both. */
  public SmallSite(
      DatabaseSettings settings,
      AreaTree tree,
      SteppedTime time,
      SpaceSettings spaces,
      Keeping keeping) {
    this(new Database(settings), tree, time, spaces, keeping, TapeLibraries.none(), true);
  }

  /** With all of it. */
  public SmallSite(
      DatabaseSettings settings,
      AreaTree tree,
      SteppedTime time,
      SpaceSettings spaces,
      Keeping keeping,
      TapeLibraries libraries) {
    this(new Database(settings), tree, time, spaces, keeping, libraries, true);
  }

  /** With connections that others use too, and close. */
  public SmallSite(Database database, AreaTree tree, SteppedTime time) {
    this(database, tree, time, SpaceSettings.defaults(), Keeping.DISK, TapeLibraries.none(), false);
  }

  /** With other files in /shift. */
  public SmallSite(DatabaseSettings settings, AreaTree tree, AreaTree shiftTree, SteppedTime time) {
    UnlockedTree unlocked = new UnlockedTree();
    this(
        new Database(settings),
        unlocked,
        List.of(
            SmallAreas.vo(unlocked.of(tree), Keeping.DISK),
            SmallAreas.shift(unlocked.of(shiftTree))),
        time,
        SpaceSettings.defaults(),
        TapeLibraries.none(),
        true);
  }

  /** With other files in /shift, which go to tape as those in /vo do. */
  public SmallSite(
      DatabaseSettings settings,
      List<AreaTree> trees,
      SteppedTime time,
      SpaceSettings spaces,
      Keeping keeping,
      TapeLibraries libraries) {
    UnlockedTree unlocked = new UnlockedTree();
    this(
        new Database(settings),
        unlocked,
        List.of(
            SmallAreas.vo(unlocked.of(trees.getFirst()), keeping),
            SmallAreas.shift(unlocked.of(trees.getLast()), keeping)),
        time,
        spaces,
        libraries,
        true);
  }

  private SmallSite(
      Database database,
      AreaTree tree,
      SteppedTime time,
      SpaceSettings spaces,
      Keeping keeping,
      TapeLibraries libraries,
      boolean ownDatabase) {
    UnlockedTree unlocked = new UnlockedTree();
    AreaTree guarded = unlocked.of(tree);
    this(
        database,
        unlocked,
        List.of(SmallAreas.vo(guarded, keeping), SmallAreas.shift(guarded)),
        time,
        spaces,
        libraries,
        ownDatabase);
  }

  private SmallSite(
      Database database,
      UnlockedTree unlocked,
      List<StorageArea> areas,
      SteppedTime time,
      SpaceSettings spaces,
      TapeLibraries libraries,
      boolean ownDatabase) {
    this.unlocked = unlocked;
    this.time = time;
    this.tree = areas.getFirst().tree();
    this.database = database;
    this.ownDatabase = ownDatabase;
    SecureRandom random = new SecureRandom();
    transactions =
        new Transactions(database, Thread::sleep, random, this::hasCallerLeft, Tracing.off());
    locator = SmallAreas.locator(areas);
    entrance = SmallAreas.entrance(locator);
    books = new SpaceBooks(spaces, locator, time, random);
    transactions.run(
        sql -> {
          OwnSpaces own = new OwnSpaces(spaces);
          locator.areas().forEach(area -> own.open(sql, area, time.instant()));
          return books;
        });
    SpaceLookup register = new SpaceRegister(transactions, locator, books);
    tokens = new TokenSource(time, random);
    SiteTurls turls =
        new SiteTurls(
            ListedServers.healthy(new GridFtpEndpoint("door", "se.example.org", 2811, "")),
            Optional.of(new HttpsTurls("se.example.org:8443", false)));
    PinSettings pinSettings =
        new PinSettings(
            LifetimeSettings.defaults(), new RequestLimits(10_000, 20, 50), Duration.ofHours(1));
    drives = new Drives(transactions, libraries, tokens, Duration.ofMinutes(1));
    recalls = new Recalls(RecallSettings.defaults(), transactions, books, libraries, drives);
    BufferSettings buffer = new BufferSettings(90, 80, ReleaseOrder.OLDEST, 60);
    StageSettings stages =
        new StageSettings(
            Map.of("vo", new AreaStageSettings(buffer, PutDoneAnswer.BEFORE_TAPE, false)));
    Staging staging = new BoundedPins(recalls, stages, spaces, locator.areas(), Runnable::run);
    puts =
        PutOperations.of(
            PutSettings.defaults(),
            transactions,
            new PutStorage(
                new BookedRoom(
                    books, (area, bytes, until) -> roomMaker.get().makeRoom(area, bytes, until)),
                staging),
            entrance,
            new ProcessMapping("bora"),
            turls,
            tokens);
    PinParts pins =
        new PinParts(
            pinSettings,
            transactions,
            locator,
            entrance,
            register,
            staging,
            tokens,
            task -> Thread.ofVirtual().start(task));
    gets = GetOperations.of(pins, turls);
    bringOnline = BringOnlineOperations.of(pins, turls);
    listings = new Listings(transactions, tokens, ListingSettings.defaults());
    putEnding = new PutEnding(transactions, new PutTable(), locator, books);
    copied = new CopyRequestFiles(transactions, putEnding, locator, tokens);
    names = new NamesInUse(transactions, locator, books, tokens);
    this.spaces =
        new SpaceOperations(
            transactions, entrance, books, names, FileLifeSettings.defaults(), tokens);
    requests =
        RequestOperations.of(
            pinSettings,
            transactions,
            locator,
            books,
            tokens,
            new StoredLives(FileLifeSettings.defaults(), transactions, entrance, tokens),
            List.of(new ListingFiles(listings), copied, this.spaces.requestFiles()));
    duePins = new DuePins(pinSettings, transactions, locator, recalls, tokens, executor);
    sweep =
        new Sweep(
            SweepSettings.defaults(),
            new Sweep.Ground(transactions, locator, books, tokens),
            List.of(
                new SweepPart(
                    "unfinished renames",
                    new Unsettled(transactions, locator, books, tokens)::sweep),
                new SweepPart("old listings", now -> listings.forget(now, 100)),
                new SweepPart(
                    "ended files", new FileEnds(transactions, locator, books, tokens, 10)::sweep),
                new SweepPart(
                    "parts of stored files",
                    new MergedParts(transactions, locator, books, 10)::sweep),
                new SweepPart("ended spaces", this.spaces.endedSpaces()::sweep),
                new SweepPart("changes of space", this.spaces.changes()::sweep)),
            executor,
            executor);
  }

  public static AreaTree open(Path root) {
    try {
      return new PosixDriver().open(root, TreeSettings.defaults().sealedBy(SEALS));
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Surl surl(String name) {
    return surl("vo", name);
  }

  public static Surl surl(String area, String name) {
    return new Surl("srm://se.example.org:8444/srm/managerv2?SFN=/" + area + "/" + name);
  }

  public Location.Place place(String name) {
    return (Location.Place) locator.locate(surl(name));
  }

  /** Renames as srmMv does, without asking whether the caller may. */
  public void move(String from, String to) {
    try {
      boolean directory = tree.facts(place(from).path()).isDirectory();
      NameClaim.Taken taken =
          (NameClaim.Taken) names.claim(place(from), place(to), directory, call(ALICE).caller());
      tree.rename(place(from).path(), place(to).path());
      names.finish(place(from), place(to), taken, true);
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The books follow a removal of this moment. */
  public NameEnd removed(Location.Place place, Optional<UUID> file) {
    return names.removed(place, file, names.now());
  }

  /** The same of a name that had no file. */
  public NameEnd abandoned(Location.Place place) {
    return names.abandoned(place, names.now());
  }

  /** A promise becomes free again, of a put that ends without a file. */
  public void giveBack(JdbcClient sql, Promise promise) {
    EndedPut ended =
        new EndedPut(
            UUID.randomUUID(),
            promise,
            OptionalLong.empty(),
            false,
            "vo",
            place("unwritten").path(),
            false);
    books.settle(Dialogue.within(sql), List.of(ended), time.instant());
  }

  public Call call(String dn, String... fqans) {
    return new Call(
        new Caller(
            dn,
            "/DC=org/DC=example/CN=CA",
            Stream.of(fqans).map(Fqan::parse).toList(),
            "127.0.0.1"),
        time.instant().plus(Duration.ofMinutes(10)),
        "test");
  }

  public static PutRequest put(OverwriteMode overwrite, String... names) {
    return put(overwrite, 0, names);
  }

  public static PutRequest put(OverwriteMode overwrite, long size, String... names) {
    return put(overwrite, size, Stream.of(names).map(SmallSite::surl).toList());
  }

  public static PutRequest put(OverwriteMode overwrite, long size, List<Surl> surls) {
    return new PutRequest(
        surls.stream().map(surl -> new PutFile(Optional.of(surl), OptionalLong.of(size))).toList(),
        "",
        overwrite,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of("gsiftp"));
  }

  public static GetRequest get(String... names) {
    return get(Stream.of(names).map(SmallSite::surl).toList());
  }

  public static GetRequest get(List<Surl> surls) {
    return new GetRequest(
        surls.stream().map(surl -> new SourceFile(surl, Optional.empty())).toList(),
        "",
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of("gsiftp"));
  }

  /** Does what a GridFTP server does with a TURL. */
  public static void write(String turl, String content) {
    try {
      Files.writeString(physical(turl), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path physical(String turl) {
    return Path.of(turl.replaceFirst("gsiftp://[^/]*/+", "/"));
  }

  private boolean hasCallerLeft() {
    return callerLeft.get() || callerLeavesAfter.getAndDecrement() <= 0;
  }

  @Override
  public void close() {
    duePins.close();
    sweep.close();
    executor.shutdownNow();
    if (ownDatabase) {
      database.close();
    }
    if (!unlocked.broken().isEmpty()) {
      throw new AssertionError(unlocked.broken());
    }
  }
}
