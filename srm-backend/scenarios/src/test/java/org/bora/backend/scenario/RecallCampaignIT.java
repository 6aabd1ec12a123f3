package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bora.api.get.GetReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A campaign: many files, in requests of a thousand, are accepted and under way within a minute.
 * The suite asks for few; {@code -Dbora.campaign.files=30000} for as many as the sites do.
 */
@ExtendWith(MariaDb.class)
class RecallCampaignIT {
  private static final int FILES = Integer.getInteger("bora.campaign.files", 600);
  private static final int REQUEST = Math.min(1000, FILES / 3);
  private static final int VOLUMES = 200;
  private static final Duration BOUND = Duration.ofSeconds(60);

  private RecallBench bench;
  private Backend one;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws Exception {
    bench = new RecallBench(schemas.migrated(), directory, 4);
    one = bench.backend();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** Stubs, as after years: what is on which volume at which position is in the files alone. */
  private void makeStubs() throws Exception {
    AreaTree tree = one.site().tree;
    try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
      List<Future<Void>> made = new ArrayList<>();
      for (int at = 0; at < FILES; at++) {
        int number = at;
        made.add(
            executor.submit(
                () -> {
                  makeStub(tree, number);
                  return null;
                }));
      }
      for (Future<Void> one : made) {
        one.get();
      }
    }
  }

  private void makeStub(AreaTree tree, int number) throws Exception {
    AreaPath path = AreaPath.parse(name(number));
    Files.writeString(bench.root().resolve(name(number)), "0123456789");
    UUID id = tree.residences().adopt(path);
    TapeLocation location =
        new TapeLocation("V" + number * 7919L % VOLUMES, number, "object-" + number);
    TapeCopy copy =
        new TapeCopy(
            RecallBench.LIBRARY,
            location,
            10,
            tree.facts(path).adler32().orElseThrow(),
            Optional.empty(),
            bench.time.instant());
    tree.residences().noteTapeCopy(path, id, copy);
    tree.residences().release(path, id);
  }

  private static String name(int number) {
    return "f" + number;
  }

  @Test
  void aCampaignIsAcceptedAndUnderWayWithinAMinute() throws Exception {
    makeStubs();
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    WatchedLibrary slow =
        new WatchedLibrary(
            bench.library,
            (_, work) -> {
              underWay.countDown();
              end.await();
            });
    Backend engine = bench.backend(slow, tree -> tree, RoomMaker.NONE);
    long began = System.nanoTime();

    List<GetReply> replies = new ArrayList<>();
    for (int from = 0; from < FILES; from += REQUEST) {
      String[] names = new String[Math.min(REQUEST, FILES - from)];
      for (int at = 0; at < names.length; at++) {
        names[at] = name(from + at);
      }
      replies.add(bench.bringOnline(one, ALICE, names));
    }
    long accepted = System.nanoTime();
    engine.engine().round();
    assertTrue(underWay.await(BOUND.toSeconds(), TimeUnit.SECONDS));
    long running = System.nanoTime();
    System.out.printf(
        "campaign of %d: accepted in %.1f s, first batch %.1f s later%n",
        FILES, (accepted - began) / 1e9, (running - accepted) / 1e9);

    assertTrue(Duration.ofNanos(running - began).compareTo(BOUND) < 0);
    replies.forEach(reply -> assertEquals(SrmStatus.REQUEST_QUEUED, reply.status().code()));
    assertEquals(FILES, bench.recalls(one));
    end.countDown();
    engine.engine().close();
    assertTrue(engine.engine().awaitIdle(RecallBench.PATIENCE));
  }
}
