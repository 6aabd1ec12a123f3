package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.authorise.Rulings;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.PutPage;
import org.bora.backend.request.PutPosition;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** What puts, gets and their ends promise, on whatever database a subclass names. */
abstract class PutSuite extends OnSmallSite {
  private PutReply prepare(OverwriteMode overwrite, String... names) {
    return site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(overwrite, names));
  }

  private SurlStatusesReply done(PutReply reply, String... names) {
    return site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(
            reply.token().orElseThrow(), Stream.of(names).map(SmallSite::surl).toList()));
  }

  @Test
  void whoTellsOfAPutDoneIsToldTheBytesOfWhatItStored() {
    PutReply reply = prepare(OverwriteMode.NEVER, "a", "b");
    write(turl(reply), "hello");
    Rulings first = new Rulings();
    Rulings again = new Rulings();

    first.bound().call(() -> done(reply, "a"));
    again.bound().call(() -> done(reply, "a"));

    assertEquals(OptionalLong.of(5), first.bytes(surl("a")));
    assertEquals(OptionalLong.empty(), first.bytes(surl("b")));
    assertEquals(OptionalLong.empty(), again.bytes(surl("a")), "stored by the first");
  }

  private void store(String name, String content) {
    PutReply reply = prepare(OverwriteMode.ALWAYS, name);
    write(turl(reply), content);
    assertEquals(SrmStatus.SUCCESS, done(reply, name).status().code());
  }

  private static String turl(PutReply reply) {
    return reply.files().getFirst().turl().orElseThrow();
  }

  private static SrmStatus first(PutReply reply) {
    return reply.files().getFirst().status().code();
  }

  private static SrmStatus first(GetReply reply) {
    return reply.files().getFirst().status().code();
  }

  private static SrmStatus first(SurlStatusesReply reply) {
    return reply.files().getFirst().status().code();
  }

  private PutReply status(PutReply reply) {
    return site.puts.call(
        Catalogue.STATUS_OF_PUT,
        site.call(ALICE),
        new StatusRequest(reply.token().orElseThrow(), List.of()));
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileGoesInAndItsTurlComesInTheFirstReply() throws IOException {
    PutReply reply = prepare(OverwriteMode.NEVER, "a");
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(SrmStatus.SPACE_AVAILABLE, first(reply));
    assertEquals(surl("a"), reply.files().getFirst().surl());
    assertEquals(OptionalInt.of(600), reply.files().getFirst().remainingPinLifetime());
    write(turl(reply), "hello");
    assertFalse(Files.exists(root.resolve("a")), "nothing is seen before srmPutDone");
    assertEquals(SrmStatus.SUCCESS, first(done(reply, "a")));
    assertEquals("hello", Files.readString(root.resolve("a")));
    assertEquals(List.of("a"), onDisk());
    assertEquals(SrmStatus.SUCCESS, first(status(reply)));
    assertEquals(5, status(reply).files().getFirst().size().orElseThrow());
    assertEquals(SrmStatus.DUPLICATION_ERROR, first(done(reply, "a")));
  }

  /** gfal2 sends 3,600 s with every put, however large the file is (docs/operate/lifetimes.md). */
  @Test
  void aTransferIsNotCutOffByTheTotalRequestTimeButByItsPin() {
    PutRequest asked = SmallSite.put(OverwriteMode.NEVER, "a", "b");
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            new PutRequest(
                asked.files(),
                "",
                asked.overwrite(),
                asked.storageType(),
                OptionalInt.of(60),
                OptionalInt.of(600),
                asked.fileLifetime(),
                asked.spaceToken(),
                asked.retention(),
                asked.protocols()));
    write(turl(reply), "hello");
    site.time.pass(Duration.ofSeconds(599));
    PutReply late = status(reply);
    assertEquals(SrmStatus.SUCCESS, late.status().code());
    assertEquals(OptionalInt.of(0), late.remainingTotalRequestTime());
    assertEquals(SrmStatus.SPACE_AVAILABLE, first(late));
    assertEquals(SrmStatus.SUCCESS, first(done(reply, "a")));
    site.time.pass(Duration.ofSeconds(1));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, first(done(reply, "b")));
  }

  @Test
  void aNameBeingWrittenIsBusyForOverwritersAndTakenForOthers() {
    prepare(OverwriteMode.NEVER, "a");
    assertEquals(SrmStatus.FILE_BUSY, first(prepare(OverwriteMode.ALWAYS, "a")));
    PutReply refused = prepare(OverwriteMode.NEVER, "a");
    assertEquals(SrmStatus.DUPLICATION_ERROR, first(refused));
    assertEquals(SrmStatus.FAILURE, refused.status().code());
    assertEquals(SrmStatus.DUPLICATION_ERROR, first(status(refused)));
    assertEquals(
        SrmStatus.FILE_BUSY,
        first(site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("a"))));
  }

  @Test
  void anAbortedPutLeavesNothingAndFreesItsName() throws IOException {
    PutReply reply = prepare(OverwriteMode.NEVER, "a", "b");
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests
            .call(
                Catalogue.ABORT_REQUEST,
                site.call(ALICE),
                new AbortRequest(reply.token().orElseThrow()))
            .status()
            .code());
    assertEquals(List.of(), onDisk());
    assertEquals(SrmStatus.ABORTED, first(status(reply)));
    assertEquals(SrmStatus.ABORTED, status(reply).status().code(), "nothing of it is left");
    assertEquals(SrmStatus.ABORTED, first(done(reply, "a")));
    assertEquals(SrmStatus.SPACE_AVAILABLE, first(prepare(OverwriteMode.NEVER, "a")));
  }

  @Test
  void aFileThatIsStoredIsNotAborted() throws IOException {
    PutReply reply = prepare(OverwriteMode.NEVER, "a");
    done(reply, "a");
    SurlStatusesReply aborted =
        site.requests.call(
            Catalogue.ABORT_FILES,
            site.call(ALICE),
            new AbortFilesRequest(
                reply.token().orElseThrow(), List.of(surl("a"), surl("stranger"))));
    assertEquals(SrmStatus.FAILURE, first(aborted));
    assertEquals(SrmStatus.INVALID_PATH, aborted.files().getLast().status().code());
    assertEquals(List.of("a"), onDisk());
    assertEquals(SrmStatus.SUCCESS, status(reply).status().code());
  }

  @Test
  void overwritingKeepsTheOldContentUntilTheEndAndEndsPins() throws IOException {
    store("a", "old");
    GetReply get = site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("a"));
    assertEquals(SrmStatus.DUPLICATION_ERROR, first(prepare(OverwriteMode.NEVER, "a")));
    PutReply reply = prepare(OverwriteMode.ALWAYS, "a");
    write(turl(reply), "new");
    assertEquals("old", Files.readString(root.resolve("a")));
    assertEquals(
        SrmStatus.FILE_PINNED,
        first(site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("a"))));
    done(reply, "a");
    assertEquals("new", Files.readString(root.resolve("a")));
    GetReply after =
        site.gets.call(
            Catalogue.STATUS_OF_GET,
            site.call(BOB),
            new StatusRequest(get.token().orElseThrow(), List.of()));
    assertEquals(SrmStatus.ABORTED, first(after));
    assertEquals(SrmStatus.SUCCESS, after.status().code(), "a final status never changes");
  }

  @Test
  void aFileOfTheWrongSizeIsNotStoredAndMayBeCompleted() {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 5, "a"));
    write(turl(reply), "hel");
    SurlStatusesReply wrong = done(reply, "a");
    assertEquals(SrmStatus.FAILURE, first(wrong));
    assertEquals(
        "3 bytes have arrived, 5 were announced", wrong.files().getFirst().status().explanation());
    write(turl(reply), "hello");
    assertEquals(SrmStatus.SUCCESS, first(done(reply, "a")));
  }

  @Test
  void anOverdueNameIsFreeAtOnceAndTheSweepEndsTheRest() throws IOException {
    PutReply late = prepare(OverwriteMode.NEVER, "a", "b");
    site.time.pass(Duration.ofMinutes(10));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, first(status(late)));
    PutReply next = prepare(OverwriteMode.NEVER, "a");
    assertEquals(SrmStatus.SPACE_AVAILABLE, first(next));
    assertEquals(0, site.sweep.round().overduePuts(), "grace");
    site.time.pass(Duration.ofMinutes(30));
    assertEquals(2, site.sweep.round().overduePuts());
    assertEquals(List.of(), onDisk());
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, first(done(late, "a")));
    site.time.pass(Duration.ofDays(8));
    assertEquals(2, site.sweep.round().endedRequests());
    assertEquals(SrmStatus.INVALID_REQUEST, status(late).status().code());
  }

  @Test
  void uploadsThatNobodyKnowsAreSweptWhenTheyAreOld() throws IOException {
    PutReply live = prepare(OverwriteMode.NEVER, "live");
    Path orphan = root.resolve(".bora-put-019a0000-0000-7000-8000-000000000001");
    Files.writeString(orphan, "x");
    for (Path file : List.of(orphan, SmallSite.physical(turl(live)))) {
      Files.setLastModifiedTime(file, FileTime.from(SmallSite.START.minus(Duration.ofDays(2))));
    }
    assertEquals(1, site.sweep.round().orphanUploads());
    assertEquals(1, onDisk().size(), "the live upload stays");
    assertEquals(0, site.sweep.round().orphanUploads(), "no second turn within the interval");
  }

  @Test
  void removingANameEndsItsPutAndItsPins() throws IOException {
    store("a", "x");
    GetReply get = site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), SmallSite.get("a"));
    PutReply put = prepare(OverwriteMode.ALWAYS, "a");
    assertTrue(site.names.putOn(site.place("a")).isPresent());
    Files.delete(root.resolve("a"));
    assertTrue(site.removed(site.place("a"), Optional.empty()).endedPut());
    assertFalse(site.removed(site.place("a"), Optional.empty()).endedPut());
    assertEquals(List.of(), onDisk());
    assertEquals(SrmStatus.ABORTED, first(status(put)));
    assertEquals(
        SrmStatus.ABORTED,
        first(
            site.gets.call(
                Catalogue.STATUS_OF_GET,
                site.call(ALICE),
                new StatusRequest(get.token().orElseThrow(), List.of()))));
  }

  private List<ActivePut> putsIn(String directory) {
    PutPage page = site.names.putsIn(site.place(directory), PutPosition.START);
    assertEquals(Optional.empty(), page.next());
    return page.puts();
  }

  @Test
  void directoriesKnowWhatIsWrittenInAndBelowThem() throws IOException {
    Files.createDirectories(root.resolve("d/e"));
    prepare(OverwriteMode.NEVER, "d/e/%25_x", "d/y");
    assertEquals(1, putsIn("d").size());
    assertEquals(ALICE, putsIn("d/e").getFirst().callerDn());
    assertEquals(1, site.names.putsOn(List.of(site.place("d/y"), site.place("d"))).size());
    assertTrue(site.names.isWrittenBelow(site.place("")));
    assertTrue(site.names.isWrittenBelow(site.place("d/e")));
    assertTrue(site.names.isWrittenBelow(site.place("d/y")));
    assertFalse(
        site.names.isWrittenBelow(site.place("d/")) && site.names.isWrittenBelow(site.place("x")));
    assertFalse(site.names.isWrittenBelow(site.place("D")), "names compare byte by byte");
  }

  @Test
  void namesThatCannotBeWrittenAreRefusedOneByOne() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    PutReply reply = prepare(OverwriteMode.ALWAYS, "dir", "missing/a", "ok", "ok");
    assertEquals(
        List.of(
            SrmStatus.INVALID_PATH,
            SrmStatus.INVALID_PATH,
            SrmStatus.SPACE_AVAILABLE,
            SrmStatus.DUPLICATION_ERROR),
        reply.files().stream().map(file -> file.status().code()).toList());
    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    PutReply subset =
        site.puts.call(
            Catalogue.STATUS_OF_PUT,
            site.call(ALICE),
            new StatusRequest(
                reply.token().orElseThrow(),
                List.of(new Surl("srm://se.example.org/vo//ok"), surl("nothere"))));
    assertEquals(
        List.of(SrmStatus.SPACE_AVAILABLE, SrmStatus.INVALID_PATH),
        subset.files().stream().map(file -> file.status().code()).toList());
    assertEquals(new Surl("srm://se.example.org/vo//ok"), subset.files().getFirst().surl());
    assertEquals(SrmStatus.PARTIAL_SUCCESS, subset.status().code());
  }

  @Test
  void aNameThatEndsWithASlashIsNoFile() {
    store("there", "x");
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH),
        prepare(OverwriteMode.ALWAYS, "new/", "there/", "new%2f").files().stream()
            .map(file -> file.status().code())
            .toList());
  }

  @Test
  void tokensAreTheirOwnersOnly() {
    PutReply reply = prepare(OverwriteMode.NEVER, "a");
    StatusRequest question = new StatusRequest(reply.token().orElseThrow(), List.of());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.puts.call(Catalogue.STATUS_OF_PUT, site.call(BOB), question).status().code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.gets.call(Catalogue.STATUS_OF_GET, site.call(ALICE), question).status().code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.puts
            .call(
                Catalogue.STATUS_OF_PUT, site.call(ALICE), new StatusRequest("nonsense", List.of()))
            .status()
            .code());
  }

  @Test
  void pinsAreReleasedByTokenOrByNameAndOnlyByTheirOwner() {
    store("a", "x");
    GetReply get = site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), SmallSite.get("a"));
    ReleaseRequest byName = new ReleaseRequest(Optional.empty(), List.of(surl("a")), false);
    assertEquals(
        SrmStatus.INVALID_PATH,
        first(site.requests.call(Catalogue.RELEASE_FILES, site.call(BOB), byName)));
    assertEquals(
        SrmStatus.SUCCESS,
        first(site.requests.call(Catalogue.RELEASE_FILES, site.call(ALICE), byName)));
    StatusRequest question = new StatusRequest(get.token().orElseThrow(), List.of());
    assertEquals(
        SrmStatus.RELEASED,
        first(site.gets.call(Catalogue.STATUS_OF_GET, site.call(ALICE), question)));
    assertEquals(
        SrmStatus.SUCCESS,
        first(
            site.requests.call(
                Catalogue.RELEASE_FILES,
                site.call(ALICE),
                new ReleaseRequest(get.token(), List.of(), false))));
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.requests
            .call(
                Catalogue.RELEASE_FILES,
                site.call(ALICE),
                new ReleaseRequest(Optional.empty(), List.of(), false))
            .status()
            .code());
  }

  @Test
  void aFileOnDiskIsBroughtOnlineAtOnce() {
    store("a", "x");
    GetReply reply =
        site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), SmallSite.get("a"));
    assertEquals(SrmStatus.SUCCESS, first(reply));
    assertTrue(reply.files().getFirst().turl().isEmpty());
    site.time.pass(Duration.ofMinutes(10));
    GetReply later =
        site.bringOnline.call(
            Catalogue.STATUS_OF_BRING_ONLINE,
            site.call(ALICE),
            new StatusRequest(reply.token().orElseThrow(), List.of()));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, first(later));
    assertEquals(SrmStatus.SUCCESS, later.status().code());
  }

  @Test
  void tenThousandFilesGoInAndOutInOneRequest() {
    String[] names = IntStream.range(0, 10_000).mapToObj(i -> "f" + i).toArray(String[]::new);
    PutReply reply = prepare(OverwriteMode.NEVER, names);
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests
            .call(
                Catalogue.ABORT_REQUEST,
                site.call(ALICE),
                new AbortRequest(reply.token().orElseThrow()))
            .status()
            .code());
  }
}
