package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.Promise;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.recall.RecallEngine;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.testing.QuickRecalls;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;
import org.bora.storage.tape.virtual.VirtualLibrary;

/** Backends with an area on tape, and a library with real bytes that needs no time. */
final class RecallBench implements AutoCloseable {
  static final String LIBRARY = "robot";
  static final long BUFFER = 10_000;

  /** Far more than anything takes here. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  final SteppedTime time = new SteppedTime(SmallSite.START);
  final VirtualLibrary library;
  private final Path root;
  private final DatabaseSettings settings;
  private final List<Backend> backends = new ArrayList<>();

  /** One of them. */
  record Backend(
      SmallSite site,
      RecallParts parts,
      RecallEngine engine,
      ScheduledExecutorService timer,
      ExecutorService executor) {

    /** All that can be done now. */
    void work() throws InterruptedException {
      engine.round();
      assertTrue(engine.awaitIdle(PATIENCE), "recalls end");
    }

    /** From now on so much less room is left. */
    void take(Promise promise) {
      site.transactions.run(
          sql -> {
            site.books.take(sql, List.of(promise));
            return promise;
          });
    }

    void giveBack(Promise promise) {
      site.transactions.run(
          sql -> {
            site.giveBack(sql, promise);
            return promise;
          });
    }

    void close() {
      engine.close();
      timer.shutdownNow();
      executor.shutdownNow();
      site.close();
      site.tree.close();
    }
  }

  RecallBench(DatabaseSettings settings, Path directory, int drives) throws IOException {
    this.settings = settings;
    root = Files.createDirectory(directory.resolve("disk"));
    library = QuickRecalls.library(directory.resolve("tape"), drives);
  }

  Backend backend() {
    return backend(library, tree -> tree, RoomMaker.NONE);
  }

  /** With parts of the test's own. */
  Backend backend(TapeDriver driver, UnaryOperator<AreaTree> tree, RoomMaker room) {
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, driver));
    SmallSite site =
        new SmallSite(
            settings,
            tree.apply(SmallSite.open(root)),
            time,
            spaces(),
            new Keeping(StorageClass.D0T1, Optional.of(LIBRARY)),
            libraries);
    return backend(site, site.transactions, libraries, site.drives, room);
  }

  /** That reaches the database by a way of its own when it recalls, with a lease of its own. */
  Backend backend(TapeDriver driver, Transactions transactions, Duration lease) {
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, driver));
    SmallSite site =
        new SmallSite(
            settings,
            SmallSite.open(root),
            time,
            spaces(),
            new Keeping(StorageClass.D0T1, Optional.of(LIBRARY)),
            libraries);
    Drives drives = new Drives(transactions, libraries, site.tokens, lease);
    return backend(site, transactions, libraries, drives, RoomMaker.NONE);
  }

  /** With {@code /shift} on tape too, whose disk is sound. */
  Backend twoAreas(Duration lease, UnaryOperator<AreaTree> tree, RoomMaker room)
      throws IOException {
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, library));
    Path shift = Files.createDirectories(root.resolveSibling("shift"));
    SmallSite site =
        new SmallSite(
            settings,
            List.of(tree.apply(SmallSite.open(root)), SmallSite.open(shift)),
            time,
            spaces(),
            new Keeping(StorageClass.D0T1, Optional.of(LIBRARY)),
            libraries);
    Drives drives = new Drives(site.transactions, libraries, site.tokens, lease);
    return backend(site, site.transactions, libraries, drives, room);
  }

  /** Whose drives are free again after so short a time. */
  Backend backend(Duration lease, RoomMaker room) {
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, library));
    SmallSite site =
        new SmallSite(
            settings,
            SmallSite.open(root),
            time,
            spaces(),
            new Keeping(StorageClass.D0T1, Optional.of(LIBRARY)),
            libraries);
    Drives drives = new Drives(site.transactions, libraries, site.tokens, lease);
    return backend(site, site.transactions, libraries, drives, room);
  }

  /** The same with a disk of the test's own. */
  Backend backend(Duration lease, UnaryOperator<AreaTree> tree) {
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, library));
    SmallSite site =
        new SmallSite(
            settings,
            tree.apply(SmallSite.open(root)),
            time,
            spaces(),
            new Keeping(StorageClass.D0T1, Optional.of(LIBRARY)),
            libraries);
    Drives drives = new Drives(site.transactions, libraries, site.tokens, lease);
    return backend(site, site.transactions, libraries, drives, RoomMaker.NONE);
  }

  private Backend backend(
      SmallSite site,
      Transactions transactions,
      TapeLibraries libraries,
      Drives drives,
      RoomMaker room) {
    RecallParts parts = QuickRecalls.parts(site, transactions, libraries, drives, room);
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(0);
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    Backend backend =
        new Backend(site, parts, new RecallEngine(parts, timer, executor), timer, executor);
    backends.add(backend);
    return backend;
  }

  private static SpaceSettings spaces() {
    return new SpaceSettings(
        2,
        Map.of(
            "vo", new AreaSpaceSettings(OptionalLong.of(BUFFER), ReservationSettings.defaults())));
  }

  /** Files that are on tape alone: their content is their name. */
  List<UUID> onTape(Backend backend, String... names) throws Exception {
    write(backend, OverwriteMode.NEVER, names);
    return toTape(backend, names);
  }

  /** Files that are there leave for tape, as migration and release let them. */
  List<UUID> toTape(Backend backend, String... names) throws Exception {
    return toTape(backend, Stream.of(names).map(SmallSite::surl).toList());
  }

  List<UUID> toTape(Backend backend, List<Surl> surls) throws Exception {
    SmallSite site = backend.site();
    List<Place> places = surls.stream().map(surl -> (Place) site.locator.locate(surl)).toList();
    List<TapeFile> files = new ArrayList<>();
    for (Place place : places) {
      EntryFacts known = place.area().tree().facts(place.path());
      files.add(
          new TapeFile(
              known.id().orElseThrow(),
              place.area().sfn() + "/" + place.path(),
              place.area().tree().physicalPath(place.path()),
              known.size(),
              known.adler32().orElseThrow(),
              Optional.empty()));
    }
    Written written = new Written(files);
    library.migrate(written);
    Map<UUID, TapeCopy> copies = new LinkedHashMap<>();
    for (int at = 0; at < files.size(); at++) {
      TapeFile file = files.get(at);
      Residences residences = places.get(at).area().tree().residences();
      TapeCopy copy =
          new TapeCopy(
              LIBRARY,
              written.locations.get(file.id()),
              file.size(),
              file.adler32(),
              Optional.empty(),
              time.instant());
      residences.noteTapeCopy(places.get(at).path(), file.id(), copy);
      residences.release(places.get(at).path(), file.id());
      copies.put(file.id(), copy);
    }
    List<UUID> ids = List.copyOf(copies.keySet());
    site.transactions.run(
        sql -> {
          new TapeLedger(site.locator).copied(sql, copies);
          site.books.onTape(sql, ids, true);
          return site.books.released(sql, ids);
        });
    return ids;
  }

  /** Puts files whose content is their name. */
  void write(Backend backend, OverwriteMode overwrite, String... names) {
    write(backend, overwrite, Stream.of(names).map(SmallSite::surl).toList());
  }

  void write(Backend backend, OverwriteMode overwrite, List<Surl> surls) {
    SmallSite site = backend.site();
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(overwrite, 0, surls));
    reply
        .files()
        .forEach(file -> SmallSite.write(file.turl().orElseThrow(), content(file.surl().text())));
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), surls));
  }

  static String content(String surl) {
    String name = surl.substring(surl.lastIndexOf('/') + 1);
    return name.repeat(10).substring(0, 10);
  }

  /** What a migration said. */
  private static final class Written implements TapeWork {
    private final List<TapeFile> files;
    private final Map<UUID, TapeLocation> locations = new HashMap<>();

    Written(List<TapeFile> files) {
      this.files = files;
    }

    @Override
    public List<TapeFile> files() {
      return files;
    }

    @Override
    public void progress(UUID id, long bytes) {}

    @Override
    public void done(UUID id, TapeLocation location) {
      locations.put(id, location);
    }

    @Override
    public void failed(UUID id, TapeTrouble trouble) {
      throw new IllegalStateException(trouble.text());
    }

    @Override
    public boolean isUnwanted(UUID id) {
      return false;
    }
  }

  GetReply bringOnline(Backend backend, String dn, String... names) {
    SmallSite site = backend.site();
    return site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(dn), SmallSite.get(names));
  }

  GetReply status(Backend backend, String dn, GetReply asked) {
    SmallSite site = backend.site();
    return site.bringOnline.call(
        Catalogue.STATUS_OF_BRING_ONLINE,
        site.call(dn),
        new StatusRequest(asked.token().orElseThrow(), List.of()));
  }

  static List<SrmStatus> codes(GetReply reply) {
    return reply.files().stream().map(GetFileStatus::status).map(status -> status.code()).toList();
  }

  void assertBroughtBack(Backend backend, String name) throws IOException {
    SmallSite site = backend.site();
    assertTrue(site.tree.facts(site.place(name).path()).residency().onDisk(), name);
    assertEquals(content(surl(name).text()), Files.readString(root.resolve(name)), name);
  }

  /** Bytes that the books have for the area. */
  long used(Backend backend) {
    return backend
        .site()
        .transactions
        .read(
            sql ->
                backend
                    .site()
                    .books
                    .sums(
                        sql, SpaceBooks.ownSpace(backend.site().locator.area("vo").orElseThrow())))
        .used();
  }

  long recalls(Backend backend) {
    return backend
        .site()
        .transactions
        .read(sql -> sql.sql("SELECT COUNT(*) FROM tape_recall").query(Long.class).single());
  }

  Path root() {
    return root;
  }

  @Override
  public void close() {
    backends.forEach(Backend::close);
    library.close();
  }
}
