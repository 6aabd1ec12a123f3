package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutReply;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Extensions that wait: for a connection, a lock, another attempt. Meanwhile the clock goes on, and
 * another backend does what an expired pin allows (I10).
 */
@Timeout(60)
abstract class PinExtensionSuite extends BufferBench {
  private static final Duration OVER = Duration.ofSeconds(601);

  private final CountDownLatch free = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private SmallSite other;

  @AfterEach
  void closeOther() {
    free.countDown();
    threads.close();
    if (other != null) {
      other.close();
    }
  }

  /** One connection for transactions, so that the next one waits while a test holds it. */
  private SmallSite narrow() {
    other = new SmallSite(StatementSuite.narrow(settings), taped.tree(), time, spaces(), BUFFERED);
    return other;
  }

  private static LifetimeStatus extend(SmallSite at, Optional<String> token, String name) {
    return at.requests
        .call(
            Catalogue.EXTEND_FILE_LIFE_TIME,
            at.call(ALICE),
            new ExtendRequest(
                token, List.of(surl(name)), OptionalInt.empty(), OptionalInt.of(3600)))
        .files()
        .getFirst();
  }

  /** Extends on a backend whose connection is taken until {@code meanwhile} is over. */
  private LifetimeStatus extendAfter(Runnable meanwhile, Optional<String> token, String name)
      throws Exception {
    SmallSite busy = narrow();
    CountDownLatch taken = new CountDownLatch(1);
    CompletableFuture<Void> holder =
        CompletableFuture.runAsync(
            () ->
                busy.transactions.run(
                    sql -> {
                      taken.countDown();
                      return awaitFree();
                    }),
            threads);
    assertTrue(taken.await(20, TimeUnit.SECONDS));
    CompletableFuture<LifetimeStatus> extended =
        CompletableFuture.supplyAsync(() -> extend(busy, token, name), threads);
    while (busy.transactions.figures().getLast().waiting() == 0) {
      Thread.onSpinWait();
    }
    meanwhile.run();
    free.countDown();
    holder.get(20, TimeUnit.SECONDS);
    return extended.get(20, TimeUnit.SECONDS);
  }

  private boolean awaitFree() {
    try {
      return free.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private GetReply pinned(String name) {
    return site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE), get(name));
  }

  /** What the buffer does when it is over its high mark, {@code ahead} by its clock. */
  private Release.Fate letGo(String name, Duration ahead) {
    return new Release(site.transactions, site.books, new TapeEngines())
        .release(area(), List.of(id(name)), time.instant().plus(ahead))
        .get(id(name));
  }

  @Test
  void aPinThatExpiresWhileItsExtensionWaitsIsNotExtended() throws Exception {
    migrated(100, "a");
    GetReply reply = pinned("a");
    LifetimeStatus told =
        extendAfter(
            () -> {
              time.pass(OVER);
              assertEquals(Release.Fate.RELEASED, letGo("a", Duration.ZERO));
            },
            reply.token(),
            "a");
    assertEquals(SrmStatus.INVALID_REQUEST, told.status().code());
    assertEquals(OptionalInt.empty(), told.pinLifetime());
    assertTrue(hasLeft("a"));
  }

  @Test
  void aPinWhoseFileHasLeftByAnotherClockIsNotExtended() {
    migrated(100, "a");
    GetReply reply = pinned("a");
    assertEquals(Release.Fate.RELEASED, letGo("a", OVER));
    assertEquals(
        SrmStatus.INVALID_REQUEST, extend(site, reply.token(), "a").status().code(), "I10");
  }

  @Test
  void anExtendedPinKeepsItsFileOnDisk() {
    migrated(100, "a");
    GetReply reply = pinned("a");
    time.pass(Duration.ofSeconds(599));
    assertEquals(OptionalInt.of(3600), extend(site, reply.token(), "a").pinLifetime());
    time.pass(Duration.ofSeconds(3599));
    assertEquals(Release.Fate.PINNED, letGo("a", Duration.ZERO));
    assertFalse(hasLeft("a"));
    time.pass(Duration.ofSeconds(1));
    assertEquals(Release.Fate.RELEASED, letGo("a", Duration.ZERO));
  }

  /** A file that was asked for as a, and is b now. */
  private GetReply pinnedAndRenamed() {
    migrated(100, "a");
    GetReply reply = site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), get("a"));
    site.move("a", "b");
    return reply;
  }

  private SrmStatus releasedAsA(GetReply reply, boolean remove) {
    return released(reply.token(), "a", remove);
  }

  private SrmStatus released(Optional<String> token, String name, boolean remove) {
    ReleaseRequest request = new ReleaseRequest(token, List.of(surl(name)), remove);
    return site.requests
        .call(Catalogue.RELEASE_FILES, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  @Test
  void aPinThatFollowedItsRenamedFileIsExtendedWhereTheFileIsNow() {
    GetReply reply = pinnedAndRenamed();
    migrated(100, "a");
    assertEquals(Release.Fate.RELEASED, letGo("a", Duration.ZERO));
    assertEquals(SrmStatus.SUCCESS, extend(site, reply.token(), "b").status().code());
    time.pass(OVER);
    assertEquals(Release.Fate.PINNED, letGo("b", Duration.ZERO));
  }

  @Test
  void aPinThatFollowedItsRenamedFileIsReleasedByTheNameThatWasAskedFor() {
    GetReply reply = pinnedAndRenamed();
    assertEquals(SrmStatus.SUCCESS, releasedAsA(reply, false));
    assertEquals(Release.Fate.RELEASED, letGo("b", Duration.ZERO));
  }

  @Test
  void whatIsGivenBackMayLeaveTheDiskAndWhatIsHeldMayNot() {
    migrated(100, "a");
    GetReply reply = site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), get("a"));
    assertEquals(Release.Fate.PINNED, letGo("a", Duration.ZERO));
    assertEquals(SrmStatus.SUCCESS, released(reply.token(), "a", false));
    assertEquals(Release.Fate.RELEASED, letGo("a", Duration.ZERO));
  }

  /** Pins are found by the names that their files have now; only a request knows earlier ones. */
  @Test
  void withoutATokenARenamedFileIsReleasedByItsPresentName() {
    pinnedAndRenamed();
    assertEquals(SrmStatus.INVALID_PATH, released(Optional.empty(), "a", false));
    assertEquals(Release.Fate.PINNED, letGo("b", Duration.ZERO));
    assertEquals(SrmStatus.SUCCESS, released(Optional.empty(), "b", false));
    assertEquals(Release.Fate.RELEASED, letGo("b", Duration.ZERO));
  }

  @Test
  void aReleaseByTheNameThatWasAskedForDropsNoOtherFile() {
    GetReply reply = pinnedAndRenamed();
    migrated(100, "a");
    assertEquals(SrmStatus.SUCCESS, releasedAsA(reply, true));
    assertFalse(hasLeft("a"));
  }

  @Test
  void aPinThatIsReleasedWhileItsExtensionWaitsIsNotExtended() throws Exception {
    migrated(100, "a");
    GetReply reply = pinned("a");
    LifetimeStatus told =
        extendAfter(
            () ->
                site.requests.call(
                    Catalogue.RELEASE_FILES,
                    site.call(ALICE),
                    new ReleaseRequest(reply.token(), List.of(), false)),
            reply.token(),
            "a");
    assertEquals(SrmStatus.INVALID_REQUEST, told.status().code());
  }

  @Test
  void aPutThatExpiresWhileItsExtensionWaitsIsNotExtended() throws Exception {
    PutReply reply = begun(Optional.empty(), 10, "p");
    LifetimeStatus told = extendAfter(() -> time.pass(OVER), reply.token(), "p");
    assertEquals(SrmStatus.INVALID_REQUEST, told.status().code());
    assertEquals(
        SrmStatus.SPACE_AVAILABLE,
        code(
            site.puts.call(
                Catalogue.PREPARE_TO_PUT,
                site.call(ALICE),
                SmallSite.put(OverwriteMode.ALWAYS, 10, "p"))),
        "the name is free");
  }
}
