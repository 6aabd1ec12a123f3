package org.bora.backend.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.Promise;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What shares are for: docs/adr/0009 gives the figures of a longer run of what is reported here.
 */
@ExtendWith(MariaDb.class)
class ShareContentionIT {
  private static final int THREADS = 16;
  private static final int EACH = 20;

  @Test
  void manyTakeFromOneSpaceAtOnceAndTheSumStaysExact(
      Schemas schemas, @TempDir Path root, TestReporter reporter) throws Exception {
    DatabaseSettings settings = schemas.migrated();
    try (AreaTree tree = SmallSite.open(root)) {
      long one = rate(settings, tree, 1);
      long eight = rate(settings, tree, 8);
      reporter.publishEntry("commits/s with 1 share and with 8", one + " and " + eight);
    }
  }

  private static long rate(DatabaseSettings settings, AreaTree tree, int shares) throws Exception {
    SpaceSettings spaces =
        new SpaceSettings(
            shares,
            Map.of(
                "vo",
                new AreaSpaceSettings(OptionalLong.of(1_000_000), ReservationSettings.defaults())));
    try (SmallSite site = new SmallSite(settings, tree, new SteppedTime(SmallSite.START), spaces);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      UUID own = SpaceBooks.ownSpace(site.place("x").area());
      List<Callable<Void>> work = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        work.add(
            () -> {
              for (int at = 0; at < EACH; at++) {
                Promise promise = site.books.promise(own, 1);
                take(site, promise);
                site.transactions.run(
                    sql -> {
                      site.giveBack(sql, promise);
                      return promise;
                    });
              }
              return null;
            });
      }
      long began = System.nanoTime();
      for (Future<Void> one : threads.invokeAll(work)) {
        one.get();
      }
      long took = System.nanoTime() - began;
      assertEquals(
          new Sums(1_000_000, 0, 0, 0), site.transactions.read(sql -> site.books.sums(sql, own)));
      return 2L * THREADS * EACH * 1_000_000_000L / took;
    }
  }

  private static void take(SmallSite site, Promise promise) {
    site.transactions.run(
        sql -> {
          site.books.take(sql, List.of(promise));
          return promise;
        });
  }
}
