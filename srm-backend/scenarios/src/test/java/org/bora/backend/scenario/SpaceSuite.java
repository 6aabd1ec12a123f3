package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.bora.api.Catalogue;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.space.AreaReport;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.OldSpaces;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;

/** Reservations and their figures, on whatever database a subclass names. */
abstract class SpaceSuite extends SpaceBench {

  @Test
  void promisedBytesAreTakenAndComeBackInEveryWayAPutEnds() throws IOException {
    PutReply aborted = begun(Optional.empty(), 300, "a");
    assertEquals(new Sums(700, 300, 0, 0), own());
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(aborted.token().orElseThrow()));
    assertEquals(new Sums(1000, 0, 0, 0), own());

    begun(Optional.empty(), 300, "a");
    time.pass(Duration.ofDays(2));
    site.sweep.round();
    assertEquals(new Sums(1000, 0, 0, 0), own());

    begun(Optional.empty(), 300, "a");
    site.removed(site.place("a"), Optional.empty());
    assertEquals(new Sums(1000, 0, 0, 0), own());

    stored(Optional.empty(), 300, "a");
    assertEquals(new Sums(700, 0, 300, 1), own());
    stored(Optional.empty(), 20, "a");
    assertEquals(new Sums(980, 0, 20, 1), own(), "the old file gives its bytes back");
    Optional<UUID> id = site.tree.facts(AreaPath.parse("a")).id();
    Files.delete(root.resolve("a"));
    site.removed(site.place("a"), id);
    site.removed(site.place("a"), id);
    assertEquals(new Sums(1000, 0, 0, 0), own());
  }

  @Test
  void aReservationIsForgottenWhenItEndedLongAgoAndHasNothingAnyMore() {
    String used = reserve(ALICE, 300).spaceToken().orElseThrow();
    String living = reserve(ALICE, 200).spaceToken().orElseThrow();
    stored(Optional.of(used), 100, "a");
    assertEquals(SrmStatus.SUCCESS, release(ALICE, used, true));
    site.sweep.round();
    OldSpaces old = new OldSpaces(site.transactions);
    assertEquals(0, old.forget(time.instant(), 1), "it has only just ended");
    time.pass(Duration.ofSeconds(1));
    put(
        used,
        "INSERT INTO space_share (space_id, share, free, promised, used, files)"
            + " VALUES (?, 99, 0, 0, 1, 1)");
    assertEquals(0, old.forget(time.instant(), 1), "it still has something");
    put(used, "DELETE FROM space_share WHERE space_id = ? AND share = 99");
    site.transactions.run(sql -> sql.sql("DELETE FROM request").update());
    assertEquals(1, old.forget(time.instant(), 1));
    assertEquals(SrmStatus.INVALID_REQUEST, release(ALICE, used, true));
    assertEquals(SrmStatus.SUCCESS, release(ALICE, living, true), "others stay");
  }

  @Test
  void theSweepForgetsReservationsAsItForgetsRequests() {
    reserve(ALICE, 300);
    time.pass(Duration.ofDays(400));
    site.sweep.round();
    time.pass(Duration.ofHours(6));
    site.sweep.round();
    long left =
        site.transactions.read(
            sql ->
                sql.sql("SELECT COUNT(*) FROM space WHERE owner IS NOT NULL")
                    .query(Long.class)
                    .single());
    assertEquals(0, left);
    assertEquals(new Sums(1000, 0, 0, 0), own());
  }

  private void put(String token, String statement) {
    site.transactions.run(
        sql -> {
          byte[] id =
              sql.sql("SELECT id FROM space WHERE token = ?")
                  .param(token)
                  .query((row, number) -> row.getBytes(1))
                  .single();
          return sql.sql(statement).param(id).update();
        });
  }

  @Test
  void theReportAddsUpAnAreaAndItsReservationsThoseThatEndedLeftOut() {
    String token = reserve(ALICE, 600).spaceToken().orElseThrow();
    stored(Optional.of(token), 250, "a");
    begun(Optional.of(token), 50, "b");
    stored(Optional.empty(), 100, "c");
    AreaReport report = new AreaReport(site.transactions, site.locator, time);
    AreaFigures.Area area = report.now().areas().getFirst();
    assertEquals(List.of("vo", true), List.of(area.name(), area.bounded()));
    assertEquals(Optional.of(new AreaFigures.Disk(SIZE, 350, 50, 300, 300, 2)), area.disk());
    AreaFigures.Reservation kept = area.reservations().getFirst();
    assertEquals(
        List.of(token, ALICE, 600L, 250L, 50L, 300L, 1L),
        List.of(
            kept.token(),
            kept.owner(),
            kept.total(),
            kept.used(),
            kept.promised(),
            kept.free(),
            kept.files()));
    time.pass(Duration.ofHours(2));
    assertEquals(List.of(), report.now().areas().getFirst().reservations());
  }

  /** What is told of the area where its filesystem says this. */
  private AreaFigures.Area told(Callable<SpaceFacts> filesystem) {
    AreaTree tree =
        (AreaTree)
            Proxy.newProxyInstance(
                AreaTree.class.getClassLoader(),
                new Class<?>[] {AreaTree.class},
                (_, method, _) -> {
                  assertEquals("space", method.getName());
                  return filesystem.call();
                });
    Locator locator =
        new SurlLocator(
            new LocateSettings(List.of("se.example.org")), List.of(AreaTrees.area("/vo", tree)));
    return new AreaReport(site.transactions, locator, time).now().areas().getFirst();
  }

  @Test
  void anAreaWithASizeHasNoMoreFreeThanItsFilesystem() throws IOException {
    reserve(ALICE, 200);
    stored(Optional.empty(), 100, "a");
    begun(Optional.empty(), 50, "b");
    assertEquals(
        Optional.of(new AreaFigures.Disk(SIZE, 100, 50, 200, 650, 1)),
        told(() -> new SpaceFacts(1 << 20, 900, "test")).disk(),
        "650 are left of 900 that 200 and 50 are to come from");
    assertEquals(
        Optional.of(new AreaFigures.Disk(SIZE, 100, 50, 200, 149, 1)),
        told(() -> new SpaceFacts(1 << 20, 399, "test")).disk());
    assertEquals(0, told(() -> new SpaceFacts(1 << 20, 7, "test")).disk().orElseThrow().free());
    assertEquals(
        Optional.of(900L),
        told(() -> new SpaceFacts(1 << 20, 900, SpaceFacts.FILESYSTEM)).available(),
        "the filesystem's own, which others share");
    assertEquals(Optional.empty(), told(() -> new SpaceFacts(1 << 20, 900, "a quota")).available());
  }

  @Test
  void anAreaWithASizeKeepsItsFiguresAndTellsThatItsFilesystemIsSilent() {
    AreaFigures.Area area =
        told(
            () -> {
              throw new StorageException(StorageException.Reason.IO, "statvfs: EIO");
            });
    assertEquals(Optional.of("statvfs: EIO"), area.trouble());
    assertEquals(SIZE, area.disk().orElseThrow().free());
  }

  @Test
  void anAreaWithoutASizeIsBoundedByItsFilesystem() {
    AreaFigures.Area shift =
        new AreaReport(site.transactions, site.locator, time).now().areas().getLast();
    assertEquals(List.of("shift", false), List.of(shift.name(), shift.bounded()));
    AreaFigures.Disk disk = shift.disk().orElseThrow();
    assertTrue(disk.total() >= disk.free() && disk.free() > 0, disk.toString());
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
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
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
    assertEquals(
        reply,
        site.spaces
            .functions()
            .call(Catalogue.STATUS_OF_RESERVE_SPACE, site.call(ALICE), new TokenRequest(request)));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.spaces
            .functions()
            .call(Catalogue.STATUS_OF_RESERVE_SPACE, site.call(BOB), new TokenRequest(request))
            .status()
            .code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.spaces
            .functions()
            .call(Catalogue.STATUS_OF_RESERVE_SPACE, site.call(ALICE), new TokenRequest("no"))
            .status()
            .code());
  }

  @Test
  void whatCannotBeGrantedIsSaid() {
    assertEquals(SrmStatus.NO_USER_SPACE, reserve(ALICE, 801).status().code(), "is guaranteed");
    ReserveSpaceReply most =
        site.spaces
            .functions()
            .call(Catalogue.RESERVE_SPACE, site.call(ALICE), wish(OptionalLong.of(950), 800));
    assertEquals(SrmStatus.LOWER_SPACE_GRANTED, most.status().code());
    assertEquals(OptionalLong.of(800), most.total(), "one owner may have no more");
    assertEquals(SrmStatus.NO_USER_SPACE, reserve(ALICE, 1).status().code());
    assertEquals(SrmStatus.NO_FREE_SPACE, reserve(BOB, 201).status().code(), "is guaranteed");
    assertEquals(
        OptionalLong.of(200),
        site.spaces
            .functions()
            .call(Catalogue.RESERVE_SPACE, site.call(BOB), wish(OptionalLong.of(300), 200))
            .total());
    assertEquals(SrmStatus.NO_FREE_SPACE, reserve(BOB, 1).status().code());
    for (ReserveSpaceRequest wrong :
        List.of(
            wish(OptionalLong.of(1), 2),
            wish(OptionalLong.empty(), -1),
            wish(OptionalLong.of(0), 0))) {
      assertEquals(
          SrmStatus.INVALID_REQUEST,
          site.spaces
              .functions()
              .call(Catalogue.RESERVE_SPACE, site.call(ALICE), wrong)
              .status()
              .code());
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
        SrmStatus.NOT_SUPPORTED,
        site.spaces
            .functions()
            .call(Catalogue.RESERVE_SPACE, site.call(ALICE), tape)
            .status()
            .code());
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
            site.puts.call(
                Catalogue.PREPARE_TO_PUT,
                site.call(BOB),
                put(Optional.of(token), FileStorageType.PERMANENT, 1, "a"))));
    assertEquals(SrmStatus.INVALID_REQUEST, code(begun(Optional.of("nonsense"), 1, "a")));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, release(BOB, token, true));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.spaces
            .functions()
            .call(Catalogue.GET_SPACE_META_DATA, site.call(BOB), new TokensRequest(List.of(token)))
            .spaces()
            .getFirst()
            .status()
            .code());
    assertEquals(
        List.of(token),
        site.spaces
            .functions()
            .call(
                Catalogue.GET_SPACE_TOKENS,
                site.call(ALICE),
                new DescriptionRequest(Optional.of("Run 7")))
            .tokens());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.spaces
            .functions()
            .call(
                Catalogue.GET_SPACE_TOKENS,
                site.call(ALICE),
                new DescriptionRequest(Optional.of("run 7")))
            .status()
            .code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.spaces
            .functions()
            .call(
                Catalogue.GET_SPACE_TOKENS,
                site.call(BOB),
                new DescriptionRequest(Optional.of("Run 7")))
            .status()
            .code());
    assertTrue(
        site.spaces
            .functions()
            .call(
                Catalogue.GET_SPACE_TOKENS,
                site.call(ALICE),
                new DescriptionRequest(Optional.empty()))
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
            .functions()
            .call(
                Catalogue.GET_SPACE_META_DATA, site.call(ALICE), new TokensRequest(List.of(token)))
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
            .functions()
            .call(
                Catalogue.GET_SPACE_META_DATA,
                site.call(BOB),
                new TokensRequest(List.of("token-vo")))
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
        larger,
        site.spaces
            .functions()
            .call(
                Catalogue.STATUS_OF_UPDATE_SPACE,
                site.call(ALICE),
                new TokenRequest(larger.token().orElseThrow())));
    assertEquals(SrmStatus.INVALID_REQUEST, update(token, OptionalLong.empty()).status().code());
    assertEquals(SrmStatus.NOT_SUPPORTED, update("token-vo", OptionalLong.of(5)).status().code());
    UpdateSpaceReply longer =
        site.spaces
            .functions()
            .call(
                Catalogue.UPDATE_SPACE,
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
          restarted
              .spaces
              .functions()
              .call(
                  Catalogue.UPDATE_SPACE,
                  restarted.call(ALICE),
                  new UpdateSpaceRequest(
                      token, OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(7200)));
      assertEquals(SrmStatus.SUCCESS, longer.status().code());
      assertEquals(OptionalLong.of(400), longer.total());
      assertEquals(new Sums(400, 0, 0, 0), in(token));
    }
  }

  private UpdateSpaceReply update(String token, OptionalLong total) {
    return site.spaces
        .functions()
        .call(
            Catalogue.UPDATE_SPACE,
            site.call(ALICE),
            new UpdateSpaceRequest(token, total, OptionalLong.empty(), OptionalInt.empty()));
  }
}
