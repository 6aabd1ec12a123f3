package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.Promise;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two backends and eight threads on one nearly full space. */
abstract class SpaceRaceSuite {
  private static final int THREADS = 8;
  private static final long SIZE = 100;
  private static final int BYTES = 7;

  private static SpaceSettings spaces(int shares) {
    ReservationSettings preset = ReservationSettings.defaults();
    ReservationSettings allowed =
        new ReservationSettings(
            true,
            preset.defaultLifetime(),
            preset.maxLifetime(),
            OptionalLong.empty(),
            OptionalLong.empty());
    return new SpaceSettings(
        shares, Map.of("vo", new AreaSpaceSettings(OptionalLong.of(SIZE), allowed)));
  }

  private static <T> List<T> race(List<Callable<T>> work) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<T> results = new ArrayList<>();
      for (Future<T> one : threads.invokeAll(work)) {
        results.add(one.get());
      }
      return results;
    }
  }

  private static Sums own(SmallSite site) {
    UUID own = SpaceBooks.ownSpace(site.place("x").area());
    return site.transactions.read(sql -> site.books.sums(sql, own));
  }

  private static void assertExact(SmallSite site) {
    Sums sums = own(site);
    UUID own = SpaceBooks.ownSpace(site.place("x").area());
    Sums files = site.transactions.read(sql -> site.books.filesOf(sql, own));
    assertEquals(List.of(files.used(), files.files()), List.of(sums.used(), sums.files()));
    assertTrue(sums.free() >= 0, sums::toString);
    assertEquals(SIZE, sums.free() + sums.promised() + sums.used());
  }

  @Test
  void noByteIsPromisedTwiceAndNoneIsLost(Schemas schemas, @TempDir Path root) throws Exception {
    DatabaseSettings settings = schemas.migrated();
    SteppedTime time = new SteppedTime(SmallSite.START);
    try (AreaTree tree = SmallSite.open(root);
        SmallSite one = new SmallSite(settings, tree, time, spaces(8));
        SmallSite two = new SmallSite(settings, tree, time, spaces(8))) {
      AtomicInteger accepted = new AtomicInteger();
      List<Callable<Void>> work = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SmallSite site = thread % 2 == 0 ? one : two;
        int number = thread;
        work.add(
            () -> {
              for (int at = 0; at < 6; at++) {
                accepted.addAndGet(putAndPerhapsStore(site, number, at));
              }
              return null;
            });
      }
      race(work);
      assertTrue(accepted.get() > 0);
      assertExact(one);
    }
  }

  /** Every third put is aborted, every other stored; returns 1 where it was accepted. */
  private static int putAndPerhapsStore(SmallSite site, int thread, int at) {
    String name = thread + "-" + at;
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, BYTES, name));
    SrmStatus status = reply.files().getFirst().status().code();
    if (status != SrmStatus.SPACE_AVAILABLE) {
      assertEquals(SrmStatus.NO_FREE_SPACE, status);
      return 0;
    }
    String token = reply.token().orElseThrow();
    if (at % 3 == 0) {
      site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(token));
    } else {
      write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(BYTES));
      site.puts.call(
          Catalogue.PUT_DONE, site.call(ALICE), new PutDoneRequest(token, List.of(surl(name))));
    }
    return 1;
  }

  @Test
  void reservationsAndPutsTogetherNeverExceedTheArea(Schemas schemas, @TempDir Path root)
      throws Exception {
    DatabaseSettings settings = schemas.migrated();
    SteppedTime time = new SteppedTime(SmallSite.START);
    try (AreaTree tree = SmallSite.open(root);
        SmallSite one = new SmallSite(settings, tree, time, spaces(8));
        SmallSite two = new SmallSite(settings, tree, time, spaces(8))) {
      List<Callable<Long>> work = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SmallSite site = thread % 2 == 0 ? one : two;
        String name = "n" + thread;
        work.add(thread < 4 ? () -> reserve(site) : () -> promised(site, name));
      }
      long granted = race(work).stream().mapToLong(Long::longValue).sum();
      assertTrue(granted <= SIZE, granted + " bytes were granted");
      Sums sums = own(one);
      assertTrue(sums.free() >= 0, sums::toString);
      assertEquals(SIZE - granted, sums.free());
    }
  }

  private static long reserve(SmallSite site) {
    return site.spaces
        .functions()
        .call(
            Catalogue.RESERVE_SPACE,
            site.call(ALICE),
            new ReserveSpaceRequest(
                "",
                Optional.of(new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty())),
                OptionalLong.empty(),
                OptionalLong.of(30),
                OptionalInt.empty(),
                List.of(),
                List.of()))
        .total()
        .orElse(0);
  }

  private static long promised(SmallSite site, String name) {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 30, name));
    return reply.files().getFirst().status().code() == SrmStatus.SPACE_AVAILABLE ? 30 : 0;
  }

  @Test
  void aDeathBetweenTwoStatementsLeavesTheBooksAsTheyWere(Schemas schemas, @TempDir Path root)
      throws Exception {
    DatabaseSettings settings = schemas.migrated();
    SteppedTime time = new SteppedTime(SmallSite.START);
    try (AreaTree tree = SmallSite.open(root);
        SmallSite site = new SmallSite(settings, tree, time, spaces(8))) {
      Promise promise = site.books.promise(SpaceBooks.ownSpace(site.place("x").area()), 50);
      org.junit.jupiter.api.Assertions.assertThrows(
          IllegalStateException.class,
          () ->
              site.transactions.run(
                  sql -> {
                    site.books.take(sql, List.of(promise));
                    throw new IllegalStateException("killed here");
                  }));
      assertEquals(new Sums(SIZE, 0, 0, 0), own(site));
    }
  }
}
