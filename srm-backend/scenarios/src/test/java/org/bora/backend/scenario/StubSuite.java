package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.operation.directory.Rmdir;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients may do with files that are on tape alone, or on their way back. */
abstract class StubSuite {
  private final AtomicReference<Happening> middle = new AtomicReference<>(() -> {});
  private RecallBench bench;
  private Backend one;
  private SmallSite site;

  /** In the middle of a recall: the hidden file is there, its bytes are not. */
  private interface Happening {
    void happen() throws Exception;
  }

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    WatchedLibrary watched =
        new WatchedLibrary(
            bench.library,
            (real, work) -> {
              happen();
              real.recall(work);
            });
    one = bench.backend(watched, tree -> tree, RoomMaker.NONE);
    site = one.site();
    site.tree.makeDirectory(AreaPath.parse("d"), Owner.PROCESS, 0755);
    site.tree.makeDirectory(AreaPath.parse("e"), Owner.PROCESS, 0755);
  }

  private void happen() {
    try {
      middle.getAndSet(() -> {}).happen();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private SrmStatus rm(String name) {
    return new Rm(site.entrance, site.names, DirectorySettings.defaults())
        .rm(site.call(ALICE), new RmRequest(List.of(surl(name))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private SrmStatus rmdir(String name, boolean recursive) {
    return new Rmdir(site.entrance, site.names, DirectorySettings.defaults(), bench.time)
        .rmdir(site.call(ALICE), new RmdirRequest(surl(name), recursive))
        .status()
        .code();
  }

  private SrmStatus mv(String from, Surl to) {
    return new Mv(site.entrance, site.names, TurlAccess.none())
        .mv(site.call(ALICE), new MvRequest(surl(from), to))
        .status()
        .code();
  }

  private EntryFacts facts(String name) throws IOException {
    return site.tree.facts(site.place(name).path());
  }

  private List<SrmStatus> told(GetReply asked) {
    return RecallBench.codes(bench.status(one, ALICE, asked));
  }

  private long rows(String table) {
    return site.transactions.read(
        sql -> sql.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single());
  }

  /** Neither files nor bytes that nobody knows. */
  private void assertClean(long used) throws IOException {
    assertEquals(used, bench.used(one));
    assertEquals(0, bench.recalls(one));
    try (Stream<Path> all = Files.walk(bench.root())) {
      assertEquals(
          List.of(),
          all.filter(path -> path.getFileName().toString().startsWith(".bora")).toList());
    }
  }

  @Test
  void whatIsRemovedOnItsWayBackLeavesNothing() throws Exception {
    bench.onTape(one, "d/a");
    GetReply asked = bench.bringOnline(one, ALICE, "d/a");
    middle.set(
        () -> {
          assertEquals(10, bench.used(one), "room is taken before the first byte");
          assertEquals(SrmStatus.SUCCESS, rm("d/a"));
          assertClean(0, "at once");
          assertEquals(SrmStatus.SUCCESS, rmdir("d", false));
        });
    one.work();
    assertEquals(List.of(SrmStatus.ABORTED), told(asked));
    assertEquals(0, rows("stored_file"));
    assertEquals(1, rows("tape_removal"), "its copy on tape goes after a grace");
    assertClean(0);
  }

  private void assertClean(long used, String when) throws IOException {
    assertEquals(used, bench.used(one), when);
    try (Stream<Path> all = Files.walk(bench.root())) {
      assertTrue(all.noneMatch(path -> path.getFileName().toString().startsWith(".bora")), when);
    }
  }

  @Test
  void aFileOnTapeIsNotOpenedForADoor() throws Exception {
    bench.onTape(one, "d/a");

    GetReply asked =
        site.gets.call(Catalogue.OPEN, site.call(ALICE), new SurlsRequest(List.of(surl("d/a"))));

    assertEquals(SrmStatus.FILE_UNAVAILABLE, asked.files().getFirst().status().code());
    assertTrue(asked.files().getFirst().turl().isEmpty());
    try (OpenFile stub = site.tree.openFile(site.place("d/a").path())) {
      assertFalse(stub.facts().residency().onDisk(), "a door that was too late sees it");
    }
  }

  @Test
  void aDirectoryGoesWithWhatIsOnItsWayBackToIt() throws Exception {
    bench.onTape(one, "d/a", "d/b");
    GetReply asked = bench.bringOnline(one, ALICE, "d/a", "d/b");
    middle.set(() -> assertEquals(SrmStatus.SUCCESS, rmdir("d", true)));
    one.work();
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.ABORTED), told(asked));
    assertFalse(Files.exists(bench.root().resolve("d")));
    assertClean(0);
  }

  @Test
  void aFileOnTapeIsRemovedAsAnyOther() throws Exception {
    bench.onTape(one, "a");
    assertEquals(SrmStatus.SUCCESS, rm("a"));
    assertEquals(SrmStatus.INVALID_PATH, rm("a"));
    assertEquals(1, rows("tape_removal"));
    assertEquals(0, rows("stored_file"));
    assertClean(0);
  }

  @Test
  void whatIsRenamedOnItsWayBackIsOnTapeUnderItsNewName() throws Exception {
    bench.onTape(one, "d/a");
    GetReply asked = bench.bringOnline(one, ALICE, "d/a");
    middle.set(() -> assertEquals(SrmStatus.SUCCESS, mv("d/a", surl("e/a"))));
    one.work();
    assertEquals(List.of(SrmStatus.ABORTED), told(asked));
    assertEquals(SrmStatus.SUCCESS, rmdir("d", false));

    GetReply again = bench.bringOnline(one, ALICE, "e/a");
    one.work();
    assertEquals(List.of(SrmStatus.SUCCESS), told(again));
    bench.assertBroughtBack(one, "e/a");
    assertClean(10);
  }

  @Test
  void aStubMovesWithItsCopyOnTapeButNotToAnotherArea() throws Exception {
    bench.onTape(one, "d/a");
    var before = facts("d/a").residency();
    assertEquals(SrmStatus.SUCCESS, mv("d/a", surl("e")));
    assertEquals(before, facts("e/a").residency());
    assertFalse(facts("e/a").residency().onDisk());
    Surl elsewhere = new Surl(surl("a").text().replace("/vo/", "/shift/"));
    assertEquals(SrmStatus.NOT_SUPPORTED, mv("e/a", elsewhere));
    bench.bringOnline(one, BOB, "e/a");
    one.work();
    bench.assertBroughtBack(one, "e/a");
  }

  @Test
  void whatIsOverwrittenOnItsWayBackStaysOverwritten() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    UUID old = facts("a").id().orElseThrow();
    middle.set(() -> bench.write(one, OverwriteMode.ALWAYS, "a"));
    one.work();
    assertEquals(List.of(SrmStatus.SUCCESS), told(asked), "its new content is on disk");
    assertFalse(facts("a").id().equals(Optional.of(old)));
    assertEquals(1, rows("tape_removal"));
    assertClean(10);
  }

  @Test
  void whatIsGivenUpOnItsWayBackIsEitherHereOrThere() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    middle.set(
        () ->
            site.requests.call(
                Catalogue.ABORT_REQUEST,
                site.call(ALICE),
                new AbortRequest(asked.token().orElseThrow())));
    one.work();
    assertEquals(List.of(SrmStatus.ABORTED), told(asked));
    assertClean(facts("a").residency().onDisk() ? 10 : 0);
  }

  @Test
  void whoSuspendsWhatIsOnItsWayBackFindsItThere() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    String token = asked.token().orElseThrow();
    middle.set(
        () ->
            site.requests.call(
                Catalogue.SUSPEND_REQUEST, site.call(ALICE), new TokenRequest(token)));
    one.work();
    assertEquals(List.of(SrmStatus.REQUEST_SUSPENDED), told(asked));
    site.requests.call(Catalogue.RESUME_REQUEST, site.call(ALICE), new TokenRequest(token));
    bench.time.pass(Duration.ofMinutes(2));
    one.work();
    assertEquals(List.of(SrmStatus.SUCCESS), told(asked));
    assertClean(10);
  }

  @Test
  void aStubShowsTheChecksumOfItsFileAndKeepsWhatIsWrittenOnIt() throws Exception {
    volatileOnTape(3600, "a");
    assertEquals(Optional.of("14e103cb"), facts("a").adler32());
    site.requests.call(
        Catalogue.EXTEND_FILE_LIFE_TIME,
        site.call(ALICE),
        new ExtendRequest(
            Optional.empty(), List.of(surl("a")), OptionalInt.of(7200), OptionalInt.empty()));
    FileTerms longer = FileTerms.of(facts("a").label().orElseThrow()).orElseThrow();
    assertEquals(Optional.of(bench.time.instant().plusSeconds(7200)), longer.ends());
    assertFalse(facts("a").residency().onDisk());
    bench.bringOnline(one, ALICE, "a");
    one.work();
    bench.assertBroughtBack(one, "a");
    assertEquals(longer.label(), facts("a").label().orElseThrow());
    assertEquals(Optional.of("14e103cb"), facts("a").adler32());
  }

  private void volatileOnTape(int seconds, String name) throws Exception {
    PutRequest plain = SmallSite.put(OverwriteMode.NEVER, name);
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            new PutRequest(
                plain.files(),
                "",
                plain.overwrite(),
                Optional.of(FileStorageType.VOLATILE),
                plain.totalRequestTime(),
                plain.pinLifetime(),
                OptionalInt.of(seconds),
                plain.spaceToken(),
                plain.retention(),
                plain.protocols()));
    SmallSite.write(
        reply.files().getFirst().turl().orElseThrow(), RecallBench.content(surl(name).text()));
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))));
    bench.toTape(one, name);
  }

  @Test
  void theEndOfAVolatileFileIsItsEndOnTapeToo() throws Exception {
    volatileOnTape(60, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    bench.time.pass(Duration.ofSeconds(61));
    assertEquals(
        List.of(SrmStatus.FILE_LIFETIME_EXPIRED),
        RecallBench.codes(bench.bringOnline(one, BOB, "a")));
    site.sweep.round();
    one.work();
    assertEquals(List.of(SrmStatus.ABORTED), told(asked));
    assertFalse(Files.exists(bench.root().resolve("a")));
    assertEquals(1, rows("tape_removal"));
    assertClean(0);
  }

  @Test
  void whatIsOnTapeAloneIsNeverDroppedFromThere() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    assertEquals(
        SrmStatus.SUCCESS,
        site.spaces
            .functions()
            .call(
                Catalogue.PURGE_FROM_SPACE,
                site.call(ALICE),
                new PurgeRequest(List.of(surl("a")), site.place("a").area().spaceToken()))
            .status()
            .code());
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests
            .call(
                Catalogue.RELEASE_FILES,
                site.call(ALICE),
                new ReleaseRequest(asked.token(), List.of(surl("a")), true))
            .status()
            .code());
    assertEquals(0, rows("tape_removal"));
    bench.bringOnline(one, BOB, "a");
    one.work();
    bench.assertBroughtBack(one, "a");
  }
}
