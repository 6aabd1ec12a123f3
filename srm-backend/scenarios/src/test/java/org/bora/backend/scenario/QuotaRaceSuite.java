package org.bora.backend.scenario;

import static org.bora.api.space.QuotaStanding.Holder.USER;
import static org.bora.api.space.QuotaStanding.Holder.VO;
import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.CAROL;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.api.Catalogue;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.space.QuotaStanding;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.allowance.Holding;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.operation.quota.QuotaQuestions;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users and organisations have of an area never exceeds their quotas. */
abstract class QuotaRaceSuite {
  private static final int THREADS = 8;
  private static final int PUTS = 100;
  private static final SrmStatus OPEN = SrmStatus.SPACE_AVAILABLE;
  private static final SrmStatus TOO_MUCH = SrmStatus.NO_USER_SPACE;

  private final SteppedTime time = new SteppedTime(SmallSite.START);

  static Quota quota(long bytes, long files) {
    return new Quota(OptionalLong.of(bytes), OptionalLong.of(files));
  }

  static SpaceSettings quotas(Quota user, Quota vo) {
    return new SpaceSettings(
        4,
        Map.of(
            "vo",
            new AreaSpaceSettings(
                OptionalLong.empty(),
                ReservationSettings.defaults(),
                HolderLimits.ofPuts(),
                new QuotaLimits(user, vo))));
  }

  private SmallSite site(Schemas schemas, Path root, Quota user, Quota vo) {
    return new SmallSite(schemas.migrated(), SmallSite.open(root), time, quotas(user, vo));
  }

  static PutReply opened(SmallSite site, String dn, long bytes, String... names) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(dn, "/vo"), put(OverwriteMode.ALWAYS, bytes, names));
  }

  static SrmStatus open(SmallSite site, String dn, long bytes, String name) {
    return opened(site, dn, bytes, name).files().getFirst().status().code();
  }

  static ReturnStatus done(SmallSite site, String dn, PutReply reply, String name) {
    return site.puts
        .call(
            Catalogue.PUT_DONE,
            site.call(dn, "/vo"),
            new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))))
        .files()
        .getFirst()
        .status();
  }

  static void abort(SmallSite site, String dn, PutReply reply) {
    site.requests.call(
        Catalogue.ABORT_REQUEST,
        site.call(dn, "/vo"),
        new AbortRequest(reply.token().orElseThrow()));
  }

  static void remove(SmallSite site, String dn, String name) {
    new MeasuredSite(site)
        .directory.call(Catalogue.RM, site.call(dn, "/vo"), new RmRequest(List.of(surl(name))));
  }

  static void store(SmallSite site, String dn, int bytes, String name) {
    PutReply reply = opened(site, dn, bytes, name);
    write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(bytes));
    assertEquals(SrmStatus.SUCCESS, done(site, dn, reply, name).code());
  }

  static Holding held(SmallSite site, String dn, QuotaStanding.Holder kind) {
    QuotaQuestions questions =
        new QuotaQuestions(
            site.entrance, site.transactions, new Quotas(site.books, site.time::millis));
    SurlsRequest asked = new SurlsRequest(List.of(surl("any")));
    return questions
        .functions()
        .call(Catalogue.QUOTAS, site.call(dn, "/vo"), asked)
        .quotas()
        .stream()
        .filter(one -> one.holder() == kind)
        .map(one -> new Holding(one.usedFiles(), one.usedBytes()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void filesAndOpenPutsTakeUpToTheQuotaAndNotOneByteMore(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, quota(10, 100), Quota.NONE)) {
      store(site, ALICE, 6, "a");
      assertEquals(TOO_MUCH, open(site, ALICE, 5, "b"));
      PutReply last = opened(site, ALICE, 4, "b");
      assertEquals(OPEN, last.files().getFirst().status().code());
      PutReply beyond = opened(site, ALICE, 1, "c");
      ReturnStatus why = beyond.files().getFirst().status();
      assertEquals(TOO_MUCH, why.code());
      assertTrue(why.explanation().contains("10 of 10 bytes"), why::explanation);
      assertEquals(OPEN, open(site, BOB, 10, "d"), "each user has a quota");
      abort(site, ALICE, last);
      assertEquals(OPEN, open(site, ALICE, 4, "c"));
    }
  }

  @Test
  void numbersOfFilesAreLimitedToo(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, quota(1000, 2), quota(1000, 3))) {
      store(site, ALICE, 1, "a");
      assertEquals(OPEN, open(site, ALICE, 0, "b"));
      assertEquals(TOO_MUCH, open(site, ALICE, 0, "c"));
      assertEquals(OPEN, open(site, BOB, 0, "c"));
      assertEquals(TOO_MUCH, open(site, CAROL, 0, "d"), "the organisation has three");
      assertEquals(new Holding(3, 1), held(site, ALICE, VO));
    }
  }

  @Test
  void whatIsRemovedMakesRoomAtOnce(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, quota(10, 100), Quota.NONE)) {
      for (int round = 0; round < 5; round++) {
        store(site, ALICE, 10, "a");
        assertEquals(TOO_MUCH, open(site, ALICE, 1, "b"));
        remove(site, ALICE, "a");
        assertEquals(new Holding(0, 0), held(site, ALICE, USER));
      }
    }
  }

  @Test
  void aBusyMachineDoesNotKeepFromWhatWasMadeRoomFor(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, quota(10, 100), Quota.NONE)) {
      store(site, ALICE, 10, "a");
      time.passWithEachLook(Duration.ofSeconds(1));
      assertEquals(TOO_MUCH, open(site, ALICE, 1, "b"), "the count has taken a second");
      time.passWithEachLook(Duration.ZERO);
      remove(site, ALICE, "a");
      assertEquals(OPEN, open(site, ALICE, 1, "b"));
    }
  }

  @Test
  void aFileThatIsOverwrittenCountsOnceAfterwards(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, quota(10, 100), Quota.NONE)) {
      store(site, ALICE, 4, "a");
      store(site, ALICE, 6, "a");
      assertEquals(new Holding(1, 6), held(site, ALICE, USER));
      assertEquals(TOO_MUCH, open(site, ALICE, 6, "a"), "both lie there until the new one is done");
      store(site, ALICE, 4, "a");
      assertEquals(new Holding(1, 4), held(site, ALICE, USER));
    }
  }

  @Test
  void aFileThatBecomesLargerThanAnnouncedIsRefusedAtItsEnd(Schemas schemas, @TempDir Path root) {
    try (SmallSite site = site(schemas, root, quota(10, 100), Quota.NONE)) {
      PutReply reply = opened(site, ALICE, 0, "a");
      write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(11));
      assertEquals(TOO_MUCH, done(site, ALICE, reply, "a").code());
      abort(site, ALICE, reply);
      PutReply fitting = opened(site, ALICE, 0, "b");
      write(fitting.files().getFirst().turl().orElseThrow(), "x".repeat(10));
      assertEquals(SrmStatus.SUCCESS, done(site, ALICE, fitting, "b").code());
      assertEquals(new Holding(1, 10), held(site, ALICE, USER));
      assertEquals(TOO_MUCH, open(site, ALICE, 1, "c"));
    }
  }

  @Test
  void otherQuotasAfterARestartCountWhatIsThere(Schemas schemas, @TempDir Path root) {
    DatabaseSettings database = schemas.migrated();
    AreaTree tree = SmallSite.open(root);
    try (SmallSite site =
        new SmallSite(database, tree, time, quotas(quota(1000, 100), Quota.NONE))) {
      store(site, ALICE, 50, "a");
    }
    try (SmallSite site = new SmallSite(database, tree, time, quotas(quota(60, 100), Quota.NONE))) {
      assertEquals(TOO_MUCH, open(site, ALICE, 11, "b"));
      assertEquals(OPEN, open(site, ALICE, 10, "b"));
    }
    try (SmallSite site = new SmallSite(database, tree, time, quotas(quota(40, 100), Quota.NONE))) {
      assertEquals(TOO_MUCH, open(site, ALICE, 0, "c"), "there is more than may be already");
    }
  }

  /** Each announces nothing or seven bytes, writes seven, and is stored, aborted or removed. */
  @Test
  void aHundredUploadsOnTwoBackendsNeverExceedAQuota(Schemas schemas, @TempDir Path root)
      throws Exception {
    DatabaseSettings database = schemas.migrated();
    SpaceSettings settings = quotas(quota(150, 1000), quota(200, 1000));
    try (AreaTree tree = SmallSite.open(root);
        SmallSite one = new SmallSite(database, tree, time, settings);
        SmallSite two = new SmallSite(database, tree, time, settings)) {
      Files.createDirectory(root.resolve("parts"));
      List<Callable<Boolean>> work = new ArrayList<>();
      for (int at = 0; at < PUTS; at++) {
        SmallSite site = at % 2 == 0 ? one : two;
        int number = at;
        work.add(() -> number % 5 == 1 ? uploadParts(site, number) : upload(site, number));
      }
      int stored = 0;
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        for (Future<Boolean> upload : threads.invokeAll(work)) {
          stored += upload.get() ? 1 : 0;
        }
      }
      assertTrue(stored > 10, stored + " were stored");
      Holding alice = held(one, ALICE, USER);
      Holding bob = held(one, BOB, USER);
      Holding all = held(one, ALICE, VO);
      assertTrue(alice.bytes() <= 150 && bob.bytes() <= 150, () -> alice + " and " + bob);
      assertEquals(alice.plus(bob), all);
      assertTrue(all.bytes() <= 200, all::toString);
      assertEquals(TOO_MUCH, open(one, CAROL, 201 - all.bytes(), "last"));
      assertEquals(OPEN, open(two, CAROL, 200 - all.bytes(), "last"), "nothing was lost");
    }
  }

  private static boolean upload(SmallSite site, int number) {
    String dn = number % 4 < 2 ? ALICE : BOB;
    String name = "f" + number;
    PutReply reply = opened(site, dn, number % 3 == 0 ? 0 : 7, name);
    if (reply.files().getFirst().status().code() != OPEN) {
      assertEquals(TOO_MUCH, reply.files().getFirst().status().code());
      return false;
    }
    Holding all = held(site, dn, VO);
    assertTrue(all.bytes() <= 200, all::toString);
    if (number % 7 == 0) {
      abort(site, dn, reply);
      return false;
    }
    write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(7));
    SrmStatus status = done(site, dn, reply, name).code();
    if (status != SrmStatus.SUCCESS) {
      assertEquals(TOO_MUCH, status);
      abort(site, dn, reply);
      return false;
    }
    if (number % 11 == 0) {
      remove(site, dn, name);
    }
    return true;
  }

  /** Parts of four and three bytes that become a file: once they are there, it is never refused. */
  private static boolean uploadParts(SmallSite site, int number) {
    String dn = number % 4 < 2 ? ALICE : BOB;
    List<String> parts = List.of("parts/a" + number, "parts/b" + number);
    List<Integer> sizes = List.of(4, 3);
    for (int at = 0; at < parts.size(); at++) {
      PutReply reply = opened(site, dn, sizes.get(at), parts.get(at));
      if (reply.files().getFirst().status().code() != OPEN) {
        assertEquals(TOO_MUCH, reply.files().getFirst().status().code());
        parts.subList(0, at).forEach(part -> remove(site, dn, part));
        return false;
      }
      write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(sizes.get(at)));
      assertEquals(SrmStatus.SUCCESS, done(site, dn, reply, parts.get(at)).code());
    }
    String name = "f" + number;
    PutReply merged = MergeSuite.merged(site, dn, 7, name, parts);
    assertEquals(OPEN, merged.files().getFirst().status().code(), "it takes nothing");
    Holding all = held(site, dn, VO);
    assertTrue(all.bytes() <= 200, all::toString);
    write(merged.files().getFirst().turl().orElseThrow(), "x".repeat(7));
    assertEquals(SrmStatus.SUCCESS, done(site, dn, merged, name).code());
    parts.forEach(part -> remove(site, dn, part));
    return true;
  }
}
