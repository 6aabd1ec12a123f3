package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Space functions in an area of 1000 bytes, on whatever database a subclass names. */
abstract class SpaceSuite {
  private static final long SIZE = 1000;
  private static final RetentionPolicyInfo REPLICA =
      new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.of(AccessLatency.ONLINE));

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private DatabaseSettings settings;
  private SmallSite site;
  private Path root;

  private static SpaceSettings spaces() {
    return new SpaceSettings(
        8,
        Map.of(
            "vo",
            new AreaSpaceSettings(
                OptionalLong.of(SIZE),
                new ReservationSettings(
                    true,
                    Duration.ofHours(1),
                    Duration.ofDays(1),
                    OptionalLong.of(900),
                    OptionalLong.of(800)))));
  }

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, SmallSite.open(root), time, spaces());
  }

  /** Whatever a test does, the books are right when it is over. */
  @AfterEach
  void close() {
    try {
      for (UUID space : spaceIds()) {
        Sums counted = site.transactions.read(sql -> site.books.sums(sql, space));
        Sums real = site.transactions.read(sql -> site.books.filesOf(sql, space));
        assertEquals(List.of(real.used(), real.files()), List.of(counted.used(), counted.files()));
      }
    } finally {
      site.close();
      site.tree.close();
    }
  }

  private List<UUID> spaceIds() {
    return site.transactions.read(
        sql ->
            sql.sql("SELECT id FROM space")
                .query((row, number) -> org.bora.backend.database.Rows.uuid(row.getBytes(1)))
                .list());
  }

  private Sums own() {
    UUID own = SpaceBooks.ownSpace(site.place("x").area());
    return site.transactions.read(sql -> site.books.sums(sql, own));
  }

  private Sums in(String token) {
    return site.transactions.read(sql -> site.books.sums(sql, UUID.fromString(token)));
  }

  private ReserveSpaceReply reserve(String dn, long total) {
    return site.spaces.reserveSpace(site.call(dn), wish(OptionalLong.of(total), total));
  }

  private static ReserveSpaceRequest wish(OptionalLong total, long guaranteed) {
    return new ReserveSpaceRequest(
        "Run 7",
        Optional.of(REPLICA),
        total,
        OptionalLong.of(guaranteed),
        OptionalInt.empty(),
        List.of(),
        List.of());
  }

  private String reserved(long total) {
    ReserveSpaceReply reply = reserve(ALICE, total);
    assertEquals(SrmStatus.SUCCESS, reply.status().code(), reply.status().explanation());
    return reply.spaceToken().orElseThrow();
  }

  private static PutRequest put(Optional<String> token, FileStorageType type, long size, String n) {
    return new PutRequest(
        List.of(new PutFile(Optional.of(surl(n)), OptionalLong.of(size))),
        "",
        OverwriteMode.ALWAYS,
        Optional.of(type),
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        token,
        Optional.empty(),
        List.of("gsiftp"));
  }

  private PutReply begun(Optional<String> token, long size, String name) {
    return site.puts.prepareToPut(
        site.call(ALICE), put(token, FileStorageType.PERMANENT, size, name));
  }

  private static SrmStatus code(PutReply reply) {
    return reply.files().isEmpty()
        ? reply.status().code()
        : reply.files().getFirst().status().code();
  }

  private SrmStatus done(PutReply reply, int bytes, String name) {
    write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(bytes));
    return site.puts
        .putDone(
            site.call(ALICE), new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private void stored(Optional<String> token, int bytes, String name) {
    assertEquals(SrmStatus.SUCCESS, done(begun(token, bytes, name), bytes, name));
  }

  private SrmStatus release(String dn, String token, boolean force) {
    return site.spaces
        .releaseSpace(site.call(dn), new ReleaseSpaceRequest(token, force))
        .status()
        .code();
  }

  @Test
  void promisedBytesAreTakenAndComeBackInEveryWayAPutEnds() throws IOException {
    PutReply aborted = begun(Optional.empty(), 300, "a");
    assertEquals(new Sums(700, 300, 0, 0), own());
    site.requests.abortRequest(site.call(ALICE), new AbortRequest(aborted.token().orElseThrow()));
    assertEquals(new Sums(1000, 0, 0, 0), own());

    begun(Optional.empty(), 300, "a");
    time.pass(Duration.ofDays(2));
    site.sweep.round();
    assertEquals(new Sums(1000, 0, 0, 0), own());

    begun(Optional.empty(), 300, "a");
    site.names.removed(site.place("a"), Optional.empty());
    assertEquals(new Sums(1000, 0, 0, 0), own());

    stored(Optional.empty(), 300, "a");
    assertEquals(new Sums(700, 0, 300, 1), own());
    stored(Optional.empty(), 20, "a");
    assertEquals(new Sums(980, 0, 20, 1), own(), "the old file gives its bytes back");
    Optional<UUID> id = site.tree.facts(AreaPath.parse("a")).id();
    Files.delete(root.resolve("a"));
    site.names.removed(site.place("a"), id);
    site.names.removed(site.place("a"), id);
    assertEquals(new Sums(1000, 0, 0, 0), own());
  }

  @Test
  void nobodyGetsWhatIsNotThereAndAnUnannouncedFileIsJudgedByItsTrueSize() {
    assertEquals(SrmStatus.NO_FREE_SPACE, code(begun(Optional.empty(), 1001, "a")));
    stored(Optional.empty(), 900, "b");
    PutReply unannounced = begun(Optional.empty(), 0, "c");
    assertEquals(SrmStatus.NO_FREE_SPACE, done(unannounced, 200, "c"));
    assertEquals(new Sums(100, 0, 900, 1), own());
    assertEquals(SrmStatus.SUCCESS, done(unannounced, 100, "c"), "it was kept, and fits now");
    assertEquals(new Sums(0, 0, 1000, 2), own());
  }

  @Test
  void theFilesOfARequestThatFitAreAcceptedTheOthersAreNot() {
    List<PutFile> files =
        List.of("a", "b", "c").stream()
            .map(name -> new PutFile(Optional.of(surl(name)), OptionalLong.of(400)))
            .toList();
    PutRequest three = put(Optional.empty(), FileStorageType.PERMANENT, 0, "x");
    PutReply reply =
        site.puts.prepareToPut(
            site.call(ALICE),
            new PutRequest(
                files,
                "",
                three.overwrite(),
                three.storageType(),
                three.totalRequestTime(),
                three.pinLifetime(),
                three.fileLifetime(),
                Optional.empty(),
                Optional.empty(),
                three.protocols()));
    assertEquals(
        List.of(SrmStatus.SPACE_AVAILABLE, SrmStatus.SPACE_AVAILABLE, SrmStatus.NO_FREE_SPACE),
        reply.files().stream().map(file -> file.status().code()).toList());
    assertEquals(new Sums(200, 800, 0, 0), own());
  }

  @Test
  void aReservationIsAGuaranteeAndOneAnswerIsGivenTwice() {
    ReserveSpaceReply reply = reserve(ALICE, 600);
    String token = reply.spaceToken().orElseThrow();
    assertEquals(OptionalLong.of(600), reply.total());
    assertEquals(OptionalInt.of(3600), reply.lifetime());
    assertEquals(400, own().free());
    assertEquals(SrmStatus.NO_FREE_SPACE, code(begun(Optional.empty(), 401, "a")));
    assertEquals(SrmStatus.EXCEED_ALLOCATION, code(begun(Optional.of(token), 601, "a")));
    stored(Optional.of(token), 600, "a");
    assertEquals(new Sums(0, 0, 600, 1), in(token));
    String request = reply.token().orElseThrow();
    assertEquals(reply, site.spaces.statusOfReserveSpace(site.call(ALICE), request));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.spaces.statusOfReserveSpace(site.call(BOB), request).status().code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.spaces.statusOfReserveSpace(site.call(ALICE), "no").status().code());
  }

  @Test
  void whatCannotBeGrantedIsSaid() {
    ReserveSpaceReply most = reserve(ALICE, 950);
    assertEquals(SrmStatus.LOWER_SPACE_GRANTED, most.status().code());
    assertEquals(OptionalLong.of(800), most.total(), "one owner may have no more");
    assertEquals(SrmStatus.NO_USER_SPACE, reserve(ALICE, 1).status().code());
    assertEquals(OptionalLong.of(200), reserve(BOB, 300).total());
    assertEquals(SrmStatus.NO_FREE_SPACE, reserve(BOB, 1).status().code());
    for (ReserveSpaceRequest wrong :
        List.of(
            wish(OptionalLong.of(1), 2),
            wish(OptionalLong.empty(), -1),
            wish(OptionalLong.of(0), 0))) {
      assertEquals(
          SrmStatus.INVALID_REQUEST,
          site.spaces.reserveSpace(site.call(ALICE), wrong).status().code());
    }
    ReserveSpaceRequest tape =
        new ReserveSpaceRequest(
            "",
            Optional.of(new RetentionPolicyInfo(RetentionPolicy.CUSTODIAL, Optional.empty())),
            OptionalLong.empty(),
            OptionalLong.of(1),
            OptionalInt.empty(),
            List.of(),
            List.of());
    assertEquals(
        SrmStatus.NOT_SUPPORTED, site.spaces.reserveSpace(site.call(ALICE), tape).status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        reserve("/DC=org/DC=example/CN=Stranger", 1).status().code());
  }

  @Test
  void aTokenIsForItsOwnerAndForNobodyElse() {
    String token = reserved(100);
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        code(
            site.puts.prepareToPut(
                site.call(BOB), put(Optional.of(token), FileStorageType.PERMANENT, 1, "a"))));
    assertEquals(SrmStatus.INVALID_REQUEST, code(begun(Optional.of("nonsense"), 1, "a")));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, release(BOB, token, true));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.spaces
            .getSpaceMetaData(site.call(BOB), List.of(token))
            .spaces()
            .getFirst()
            .status()
            .code());
    assertEquals(
        List.of(token),
        site.spaces.getSpaceTokens(site.call(ALICE), Optional.of("Run 7")).tokens());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.spaces.getSpaceTokens(site.call(ALICE), Optional.of("run 7")).status().code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.spaces.getSpaceTokens(site.call(BOB), Optional.of("Run 7")).status().code());
    assertTrue(
        site.spaces
            .getSpaceTokens(site.call(ALICE), Optional.empty())
            .tokens()
            .containsAll(List.of("token-vo", token)));
  }

  @Test
  void figuresAreExact() {
    String token = reserved(100);
    stored(Optional.of(token), 30, "a");
    begun(Optional.of(token), 20, "b");
    SpaceFigures figures =
        site.spaces
            .getSpaceMetaData(site.call(ALICE), List.of(token))
            .spaces()
            .getFirst()
            .figures()
            .orElseThrow();
    assertEquals(
        List.of(100L, 100L, 50L), List.of(figures.total(), figures.guaranteed(), figures.unused()));
    assertEquals(ALICE, figures.owner());
    assertEquals(3600, figures.lifetimeLeft());
    SpaceFigures own =
        site.spaces
            .getSpaceMetaData(site.call(BOB), List.of("token-vo"))
            .spaces()
            .getFirst()
            .figures()
            .orElseThrow();
    assertEquals(List.of(SIZE, 900L), List.of(own.total(), own.unused()));
  }

  @Test
  void aSpaceGrowsShrinksAndLivesOnButNeverBelowWhatIsInUse() {
    String token = reserved(100);
    stored(Optional.of(token), 60, "a");
    assertEquals(SrmStatus.EXCEED_ALLOCATION, update(token, OptionalLong.of(50)).status().code());
    UpdateSpaceReply smaller = update(token, OptionalLong.of(60));
    assertEquals(SrmStatus.SUCCESS, smaller.status().code());
    assertEquals(940, own().free());
    assertEquals(SrmStatus.EXCEED_ALLOCATION, code(begun(Optional.of(token), 1, "b")));
    UpdateSpaceReply larger = update(token, OptionalLong.of(900));
    assertEquals(SrmStatus.LOWER_SPACE_GRANTED, larger.status().code());
    assertEquals(OptionalLong.of(800), larger.total());
    assertEquals(
        larger, site.spaces.statusOfUpdateSpace(site.call(ALICE), larger.token().orElseThrow()));
    assertEquals(SrmStatus.INVALID_REQUEST, update(token, OptionalLong.empty()).status().code());
    assertEquals(SrmStatus.NOT_SUPPORTED, update("token-vo", OptionalLong.of(5)).status().code());
    UpdateSpaceReply longer =
        site.spaces.updateSpace(
            site.call(ALICE),
            new UpdateSpaceRequest(
                token, OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(7200)));
    assertEquals(OptionalInt.of(7200), longer.lifetime());
  }

  @Test
  void aReservationIsNotMadeSmallerByWhoOnlyWantsItToLastThoughTheAreaHasBecomeTooSmall() {
    String token = reserved(400);
    AreaSpaceSettings small =
        new AreaSpaceSettings(OptionalLong.of(20), ReservationSettings.defaults());
    SpaceSettings changed = new SpaceSettings(8, Map.of("vo", small));
    try (SmallSite restarted = new SmallSite(settings, site.tree, time, changed)) {
      UpdateSpaceReply longer =
          restarted.spaces.updateSpace(
              restarted.call(ALICE),
              new UpdateSpaceRequest(
                  token, OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(7200)));
      assertEquals(SrmStatus.SUCCESS, longer.status().code());
      assertEquals(OptionalLong.of(400), longer.total());
      assertEquals(new Sums(400, 0, 0, 0), in(token));
    }
  }

  private UpdateSpaceReply update(String token, OptionalLong total) {
    return site.spaces.updateSpace(
        site.call(ALICE),
        new UpdateSpaceRequest(token, total, OptionalLong.empty(), OptionalInt.empty()));
  }

  @Test
  void releaseKeepsWhatIsPermanentAndRemovesWhatIsVolatile() throws IOException {
    String token = reserved(500);
    stored(Optional.of(token), 30, "kept");
    PutReply reply =
        site.puts.prepareToPut(
            site.call(ALICE), put(Optional.of(token), FileStorageType.VOLATILE, 40, "gone"));
    assertEquals(SrmStatus.SUCCESS, done(reply, 40, "gone"));
    PutReply open = begun(Optional.of(token), 5, "open");
    assertEquals(SrmStatus.FAILURE, release(ALICE, token, false));
    site.requests.abortRequest(site.call(ALICE), new AbortRequest(open.token().orElseThrow()));
    site.gets.prepareToGet(site.call(ALICE), SmallSite.get("kept"));
    assertEquals(SrmStatus.FAILURE, release(ALICE, token, false), "a pinned file is in the way");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, token, true));
    assertEquals(new Sums(970, 0, 30, 1), own());
    assertEquals(new Sums(0, 0, 0, 0), in(token));
    assertTrue(Files.exists(root.resolve("kept")));
    assertFalse(Files.exists(root.resolve("gone")));
    assertEquals("token-vo", terms("kept").spaceToken().orElseThrow());
    assertEquals(SrmStatus.INVALID_REQUEST, release(ALICE, token, true));
    assertEquals(SrmStatus.INVALID_REQUEST, code(begun(Optional.of(token), 1, "b")));
    assertEquals(SrmStatus.NOT_SUPPORTED, release(ALICE, "token-vo", true));
  }

  @Test
  void theEndOfASpaceDoesNotTouchWhatHasTheNameOfItsFileByNow() throws IOException {
    String token = reserved(500);
    PutReply old =
        site.puts.prepareToPut(
            site.call(ALICE), put(Optional.of(token), FileStorageType.VOLATILE, 40, "name"));
    assertEquals(SrmStatus.SUCCESS, done(old, 40, "name"));
    Files.delete(root.resolve("name"));
    Files.writeString(root.resolve("name"), "brought here by somebody else");
    PutReply open = begun(Optional.empty(), 5, "name");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, token, false));
    assertTrue(Files.exists(root.resolve("name")));
    assertEquals(SrmStatus.SUCCESS, done(open, 5, "name"), "its put goes on");
    assertEquals(new Sums(995, 0, 5, 1), own());
  }

  @Test
  void forceAbortsWhatIsBeingWritten() {
    String token = reserved(500);
    PutReply open = begun(Optional.of(token), 5, "open");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, token, true));
    assertEquals(SrmStatus.ABORTED, done(open, 5, "open"));
    assertEquals(new Sums(1000, 0, 0, 0), own());
  }

  @Test
  void anExpiredSpaceTakesNothingMoreAndItsFilesStay() {
    String token = reserved(500);
    stored(Optional.of(token), 30, "kept");
    time.pass(Duration.ofHours(2));
    assertEquals(SrmStatus.SPACE_LIFETIME_EXPIRED, code(begun(Optional.of(token), 1, "b")));
    var told = site.spaces.getSpaceMetaData(site.call(ALICE), List.of(token));
    assertEquals(SrmStatus.SUCCESS, told.status().code());
    assertEquals(SrmStatus.SPACE_LIFETIME_EXPIRED, told.spaces().getFirst().status().code());
    site.sweep.round();
    assertEquals(new Sums(970, 0, 30, 1), own());
    assertTrue(Files.exists(root.resolve("kept")));
  }

  private FileTerms terms(String name) throws IOException {
    return FileTerms.of(site.tree.facts(AreaPath.parse(name)).label().orElseThrow()).orElseThrow();
  }

  @Test
  void filesAndTreesChangeTheirSpaceWhereThereIsRoom() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    stored(Optional.empty(), 30, "dir/a");
    stored(Optional.empty(), 40, "dir/b");
    stored(Optional.empty(), 50, "c");
    begun(Optional.empty(), 1, "busy");
    String token = reserved(100);
    ChangeSpaceReply reply = change(token, "dir", "c", "busy", "absent");
    assertEquals(
        List.of(
            SrmStatus.SUCCESS,
            SrmStatus.EXCEED_ALLOCATION,
            SrmStatus.FILE_BUSY,
            SrmStatus.INVALID_PATH),
        reply.files().stream().map(file -> file.status().code()).toList());
    assertEquals(new Sums(30, 0, 70, 2), in(token));
    assertEquals(token, terms("dir/a").spaceToken().orElseThrow());
    assertEquals("token-vo", terms("c").spaceToken().orElseThrow());
    assertEquals(
        reply,
        site.spaces.statusOfChangeSpaceForFiles(site.call(ALICE), reply.token().orElseThrow()));
    assertEquals(SrmStatus.SUCCESS, change("token-vo", "dir").status().code());
    assertEquals(new Sums(100, 0, 0, 0), in(token));
  }

  @Test
  void suspendedRequestsDoNotKeepTheSweepFromThoseThatWait() {
    String token = reserved(100);
    for (int i = 0; i < 11; i++) {
      stored(Optional.empty(), 1, "f" + i);
    }
    List<String> requests =
        IntStream.range(0, 11).mapToObj(i -> change(token, "f" + i).token().orElseThrow()).toList();
    site.transactions.run(
        sql -> sql.sql("UPDATE space_change SET code = 'REQUEST_INPROGRESS'").update());
    requests.subList(0, 10).forEach(one -> site.requests.suspendRequest(site.call(ALICE), one));
    site.sweep.round();
    assertEquals(SrmStatus.SUCCESS, statusOfChange(requests.getLast()));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, statusOfChange(requests.getFirst()));
  }

  private SrmStatus statusOfChange(String request) {
    return site.spaces
        .statusOfChangeSpaceForFiles(site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  private ChangeSpaceReply change(String token, String... names) {
    return site.spaces.changeSpaceForFiles(
        site.call(ALICE),
        new ChangeSpaceRequest(List.of(names).stream().map(SmallSite::surl).toList(), token));
  }

  @Test
  void theLastCopyIsNeverPurged() {
    String token = reserved(100);
    stored(Optional.of(token), 30, "a");
    stored(Optional.empty(), 30, "elsewhere");
    assertEquals(
        List.of(SrmStatus.LAST_COPY, SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH),
        purge(token, "a", "elsewhere", "absent"));
    site.gets.prepareToGet(site.call(ALICE), SmallSite.get("a"));
    assertEquals(List.of(SrmStatus.FAILURE), purge(token, "a"));
    assertTrue(Files.exists(root.resolve("a")));
  }

  private List<SrmStatus> purge(String token, String... names) {
    return site
        .spaces
        .purgeFromSpace(
            site.call(ALICE),
            new PurgeRequest(List.of(names).stream().map(SmallSite::surl).toList(), token))
        .files()
        .stream()
        .map(SurlStatus::status)
        .map(status -> status.code())
        .toList();
  }

  @Test
  void livesAreExtendedUpToTheEndOfTheSpace() throws IOException {
    String token = reserved(100);
    stored(Optional.of(token), 10, "permanent");
    PutReply reply =
        site.puts.prepareToPut(
            site.call(ALICE),
            new PutRequest(
                List.of(new PutFile(Optional.of(surl("v")), OptionalLong.of(5))),
                "",
                OverwriteMode.NEVER,
                Optional.of(FileStorageType.VOLATILE),
                OptionalInt.empty(),
                OptionalInt.of(600),
                OptionalInt.of(60),
                Optional.of(token),
                Optional.empty(),
                List.of("gsiftp")));
    assertEquals(SrmStatus.SUCCESS, done(reply, 5, "v"));
    var told =
        site.spaces.extendFileLifeTimeInSpace(
            site.call(ALICE),
            new ExtendInSpaceRequest(
                token, List.of(surl("permanent"), surl("v")), OptionalInt.of(-1)));
    assertEquals(
        List.of(OptionalInt.of(-1), OptionalInt.of(3600)),
        told.files().stream().map(file -> file.fileLifetime()).toList());
    assertEquals(Optional.of(time.instant().plus(Duration.ofHours(1))), terms("v").ends());
  }

  @Test
  void renamedFilesStayInTheBooks() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    stored(Optional.empty(), 30, "dir/a");
    Files.move(root.resolve("dir"), root.resolve("other"));
    site.names.moved(site.place("dir"), site.place("other"));
    time.pass(Duration.ofDays(30));
    site.sweep.round();
    assertEquals(new Sums(970, 0, 30, 1), own());
  }

  @Test
  void whatVanishedBehindOurBackIsFoundAndWrongCountersAreMended() throws IOException {
    stored(Optional.empty(), 30, "vanishing");
    stored(Optional.empty(), 40, "staying");
    Files.delete(root.resolve("vanishing"));
    site.transactions.run(
        sql -> sql.sql("UPDATE space_share SET used = used + 7, free = free - 7 LIMIT 1").update());
    time.pass(Duration.ofDays(30));
    site.sweep.round();
    assertEquals(new Sums(960, 0, 40, 1), own());
  }

  @Test
  void theSizeOfAnAreaMayChangeBetweenStarts() {
    stored(Optional.empty(), 30, "a");
    AreaSpaceSettings small =
        new AreaSpaceSettings(OptionalLong.of(20), ReservationSettings.defaults());
    SpaceSettings changed = new SpaceSettings(3, Map.of("vo", small));
    try (SmallSite restarted = new SmallSite(settings, site.tree, time, changed)) {
      assertEquals(new Sums(-10, 0, 30, 1), own());
      assertEquals(
          SrmStatus.NO_FREE_SPACE,
          code(
              restarted.puts.prepareToPut(
                  restarted.call(ALICE),
                  put(Optional.empty(), FileStorageType.PERMANENT, 1, "b"))));
    }
  }
}
