package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.CAROL;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SrmStatus;
import org.bora.backend.allowance.Excess;
import org.bora.backend.allowance.Holding;
import org.bora.backend.allowance.PutAllowance;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Rows;
import org.bora.backend.request.Claimant;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of an area one caller and one organisation hold by open puts, at most. */
abstract class PutAllowanceSuite {
  private static final SrmStatus OPEN = SrmStatus.SPACE_AVAILABLE;
  private static final SrmStatus TOO_MUCH = SrmStatus.EXCEED_ALLOCATION;

  private final SteppedTime time = new SteppedTime(SmallSite.START);

  private static SpaceSettings limits(long size, HolderLimits puts) {
    return new SpaceSettings(
        8,
        Map.of(
            "vo",
            new AreaSpaceSettings(OptionalLong.of(size), ReservationSettings.defaults(), puts)));
  }

  private SmallSite site(Schemas schemas, Path root, SpaceSettings spaces) {
    return new SmallSite(schemas.migrated(), SmallSite.open(root), time, spaces);
  }

  private static List<SrmStatus> codes(PutReply reply) {
    return reply.files().stream().map(file -> file.status().code()).toList();
  }

  private static PutReply opened(SmallSite site, String dn, long bytes, String... names) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(dn, "/vo"), put(OverwriteMode.NEVER, bytes, names));
  }

  private static List<SrmStatus> open(SmallSite site, String dn, long bytes, String... names) {
    return codes(opened(site, dn, bytes, names));
  }

  @Test
  void aCallerHasSoManyOpenPutsAndNotOneMore(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, limits(1000, new HolderLimits(3, 100, 100, 100)))) {
      assertEquals(List.of(OPEN), open(site, ALICE, 0, "a"));
      assertEquals(List.of(OPEN, OPEN), open(site, ALICE, 0, "b", "c"));
      PutReply beyond = opened(site, ALICE, 0, "d");
      assertEquals(List.of(TOO_MUCH), codes(beyond));
      String why = beyond.files().getFirst().status().explanation();
      assertTrue(why.contains("this caller has 3 of 3 open puts") && why.contains("abort"), why);
      assertEquals(List.of(OPEN), open(site, BOB, 0, "e"), "another caller has room");
    }
  }

  @Test
  void whateverEndsAPutMakesRoomForAnother(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, limits(1000, new HolderLimits(1, 100, 100, 100)))) {
      PutReply aborted = opened(site, ALICE, 10, "a");
      assertEquals(List.of(TOO_MUCH), open(site, ALICE, 10, "b"));
      site.requests.call(
          Catalogue.ABORT_REQUEST,
          site.call(ALICE),
          new AbortRequest(aborted.token().orElseThrow()));
      PutReply stored = opened(site, ALICE, 4, "b");
      assertEquals(List.of(OPEN), codes(stored));
      write(stored.files().getFirst().turl().orElseThrow(), "data");
      site.puts.call(
          Catalogue.PUT_DONE,
          site.call(ALICE),
          new PutDoneRequest(stored.token().orElseThrow(), List.of(surl("b"))));
      assertEquals(List.of(OPEN), open(site, ALICE, 10, "c"));
      assertEquals(List.of(TOO_MUCH), open(site, ALICE, 10, "d"));
      time.pass(Duration.ofHours(2));
      site.sweep.round();
      assertEquals(List.of(OPEN), open(site, ALICE, 10, "d"), "the pin of c is over");
    }
  }

  @Test
  void aLimitNeverRunsDryByUse(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, limits(1000, new HolderLimits(2, 2, 50, 50)))) {
      for (int round = 0; round < 30; round++) {
        PutReply reply = opened(site, ALICE, 250, "a" + round, "b" + round);
        assertEquals(List.of(OPEN, OPEN), codes(reply), "round " + round);
        site.requests.call(
            Catalogue.ABORT_REQUEST,
            site.call(ALICE),
            new AbortRequest(reply.token().orElseThrow()));
      }
    }
  }

  @Test
  void ofARequestTheFirstFilesThatFitStay(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, limits(1000, new HolderLimits(3, 100, 100, 100)))) {
      assertEquals(
          List.of(OPEN, OPEN, OPEN, TOO_MUCH, TOO_MUCH),
          open(site, ALICE, 1, "a", "b", "c", "d", "e"));
    }
  }

  @Test
  void aCallerAnnouncesHalfOfAnAreaAndNotOneByteMore(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, limits(1000, HolderLimits.ofPuts()))) {
      assertEquals(List.of(OPEN), open(site, ALICE, 500, "a"));
      assertEquals(List.of(TOO_MUCH), open(site, ALICE, 1, "b"));
      assertEquals(List.of(OPEN), open(site, ALICE, 0, "b"), "announces nothing");
      assertEquals(List.of(TOO_MUCH), open(site, BOB, 501, "c"));
      assertEquals(List.of(TOO_MUCH), open(site, BOB, 1000, "c"));
      assertEquals(
          List.of(SrmStatus.NO_FREE_SPACE), open(site, BOB, 1001, "c"), "more than the area has");
      assertEquals(List.of(OPEN), open(site, BOB, 500, "c"), "the other half");
    }
  }

  @Test
  void anAreaWithoutASizeIsAsLargeAsItsFilesystem(Schemas schemas, @TempDir Path root)
      throws Exception {
    AreaSpaceSettings onePercent =
        new AreaSpaceSettings(
            OptionalLong.empty(),
            ReservationSettings.defaults(),
            new HolderLimits(100, 100, 1, 100));
    try (SmallSite site = site(schemas, root, new SpaceSettings(8, Map.of("vo", onePercent)))) {
      long percent = site.tree.space().total() / 100;
      assertEquals(List.of(TOO_MUCH), open(site, ALICE, percent + 1_000_000, "a"));
      assertEquals(List.of(OPEN), open(site, ALICE, percent - 1_000_000, "b"));
    }
  }

  @Test
  void theCallersOfAnOrganisationShareItsLimits(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, limits(1000, new HolderLimits(100, 3, 100, 60)))) {
      assertEquals(List.of(OPEN), open(site, ALICE, 300, "a"));
      assertEquals(List.of(OPEN), open(site, BOB, 300, "b"));
      assertEquals(List.of(TOO_MUCH), open(site, BOB, 1, "c"), "bytes");
      assertEquals(List.of(OPEN), open(site, BOB, 0, "c"));
      assertEquals(List.of(TOO_MUCH), open(site, CAROL, 0, "d"), "puts");
      assertEquals(
          List.of(OPEN),
          codes(
              site.puts.call(
                  Catalogue.PREPARE_TO_PUT, site.call(CAROL), put(OverwriteMode.NEVER, 1, "d"))),
          "of no organisation");
    }
  }

  @Test
  void aCallerAtTheLimitKeepsOneShareOfItsOrganisationAtMost(Schemas schemas, @TempDir Path root) {
    DatabaseSettings settings = schemas.migrated();
    try (AreaTree tree = SmallSite.open(root);
        SmallSite wide =
            new SmallSite(settings, tree, time, limits(1000, new HolderLimits(9, 100, 100, 100)));
        SmallSite narrow =
            new SmallSite(settings, tree, time, limits(1000, new HolderLimits(1, 100, 100, 100)))) {
      assertEquals(List.of(OPEN, OPEN), open(wide, ALICE, 0, "a", "b"));
      Claimant alice = Claimant.of(narrow.call(ALICE, "/vo").caller());
      PutAllowance.Turn turn =
          new PutAllowance(narrow.books)
              .turn(alice, List.of(narrow.locator.area("vo").orElseThrow()), time.instant());
      int free =
          narrow.transactions.run(
              sql -> {
                assertThrows(Excess.class, () -> turn.take(sql, Map.of("vo", new Holding(1, 0))));
                return freeShares(wide, alice.voKey().orElseThrow());
              });
      assertTrue(free >= 7, "of eight others of the organisation can use " + free);
    }
  }

  private static int freeShares(SmallSite site, UUID holder) {
    return site.transactions
        .run(
            sql ->
                sql.sql(
                        "SELECT c.share FROM put_credit c WHERE c.area = ? AND c.holder = ?"
                            + " ORDER BY c.share FOR UPDATE SKIP LOCKED")
                    .params(List.of("vo", Rows.bytes(holder)))
                    .query(Integer.class)
                    .list())
        .size();
  }

  @Test
  void reservationsOfAnOwnerAndOfAnOrganisationEndAtTheirLimits(
      Schemas schemas, @TempDir Path root) {
    ReservationSettings limited =
        new ReservationSettings(
            true,
            Duration.ofDays(1),
            Duration.ofDays(1),
            OptionalLong.empty(),
            OptionalLong.empty(),
            2,
            3,
            50,
            80);
    AreaSpaceSettings area =
        new AreaSpaceSettings(OptionalLong.of(1000), limited, HolderLimits.wide());
    try (SmallSite site = site(schemas, root, new SpaceSettings(8, Map.of("vo", area)))) {
      assertEquals(SrmStatus.NO_USER_SPACE, reserved(site, ALICE, 501));
      assertEquals(SrmStatus.SUCCESS, reserved(site, ALICE, 400));
      assertEquals(SrmStatus.NO_USER_SPACE, reserved(site, ALICE, 101), "half of the area");
      assertEquals(SrmStatus.SUCCESS, reserved(site, ALICE, 100));
      assertEquals(SrmStatus.NO_USER_SPACE, reserved(site, ALICE, 1), "two reservations");
      assertEquals(SrmStatus.NO_USER_SPACE, reserved(site, BOB, 301), "80 percent of the area");
      assertEquals(SrmStatus.SUCCESS, reserved(site, BOB, 299));
      assertEquals(SrmStatus.NO_USER_SPACE, reserved(site, CAROL, 1), "three reservations");
      time.pass(Duration.ofDays(1));
      assertEquals(SrmStatus.SUCCESS, reserved(site, CAROL, 1), "all others have ended");
    }
  }

  private static SrmStatus reserved(SmallSite site, String dn, long bytes) {
    return site.spaces
        .functions()
        .call(
            Catalogue.RESERVE_SPACE,
            site.call(dn, "/vo"),
            new ReserveSpaceRequest(
                "",
                Optional.of(new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty())),
                OptionalLong.empty(),
                OptionalLong.of(bytes),
                OptionalInt.empty(),
                List.of(),
                List.of()))
        .status()
        .code();
  }

  @Test
  void otherLimitsCountAtTheNextPut(Schemas schemas, @TempDir Path root) {
    DatabaseSettings settings = schemas.migrated();
    try (AreaTree tree = SmallSite.open(root);
        SmallSite wide =
            new SmallSite(
                settings, tree, time, limits(1000, new HolderLimits(100, 100, 100, 100)));
        SmallSite narrow =
            new SmallSite(settings, tree, time, limits(1000, new HolderLimits(2, 100, 100, 100)))) {
      assertEquals(List.of(OPEN, OPEN), open(wide, ALICE, 0, "a", "b"));
      assertEquals(List.of(TOO_MUCH), open(narrow, ALICE, 0, "c"));
      assertEquals(List.of(OPEN), open(wide, ALICE, 0, "c"));
    }
  }

  @Test
  void twoBackendsTogetherAllowNeitherMoreNorLess(Schemas schemas, @TempDir Path root)
      throws Exception {
    DatabaseSettings settings = schemas.migrated();
    SpaceSettings limits = limits(1_000_000, new HolderLimits(20, 30, 100, 100));
    try (AreaTree tree = SmallSite.open(root);
        SmallSite one = new SmallSite(settings, tree, time, limits);
        SmallSite two = new SmallSite(settings, tree, time, limits)) {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        SmallSite site = thread % 2 == 0 ? one : two;
        String dn = thread < 4 ? ALICE : BOB;
        String name = "n" + thread + "-";
        work.add(
            () ->
                (int)
                    IntStream.range(0, 8)
                        .filter(at -> open(site, dn, 7, name + at).equals(List.of(OPEN)))
                        .count());
      }
      List<Integer> accepted = race(work);
      int alice = accepted.subList(0, 4).stream().mapToInt(Integer::intValue).sum();
      int bob = accepted.subList(4, 8).stream().mapToInt(Integer::intValue).sum();
      assertEquals(30, alice + bob, "of the organisation");
      assertTrue(alice <= 20 && bob <= 20, alice + " of Alice, " + bob + " of Bob");
    }
  }

  private static <T> List<T> race(List<Callable<T>> work) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(work.size())) {
      List<T> results = new ArrayList<>();
      for (Future<T> one : threads.invokeAll(work)) {
        results.add(one.get());
      }
      return results;
    }
  }
}
