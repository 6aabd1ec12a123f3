package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.SrmStatus;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two backends, few files: some ask for them and give up, others take them off the disk, the
 * engines bring them back. Nobody waits for ever, no call fails, books and files agree in the end.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class TapeRaceSuite {
  private static final int ROUNDS = Integer.getInteger("bora.race.rounds", 8);

  /** As long as a file is left alone that could not be brought. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private static final String[] NAMES = {"a", "b", "c", "d", "e", "f", "g", "h"};

  private final List<Backend> backends = new ArrayList<>();
  private RecallBench bench;
  private List<UUID> ids;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws Exception {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    backends.add(bench.backend());
    backends.add(bench.backend());
    ids = bench.onTape(backends.getFirst(), NAMES);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Callable<Void> rounds(int seed, Step step) {
    return () -> {
      Random random = new Random(seed);
      for (int round = 0; round < ROUNDS; round++) {
        step.take(backends.get(seed % backends.size()), random);
      }
      return null;
    };
  }

  private interface Step {
    void take(Backend backend, Random random) throws Exception;
  }

  private void asks(Backend backend, Random random) {
    GetReply asked = bench.bringOnline(backend, random.nextBoolean() ? ALICE : BOB, some(random));
    bench.status(
        backends.get(random.nextInt(backends.size())), ALICE, asked); // of others' it is refused
    if (random.nextInt(3) > 0) {
      backend
          .site()
          .requests
          .call(
              Catalogue.ABORT_REQUEST,
              backend.site().call(ALICE),
              new AbortRequest(asked.token().orElseThrow()));
    }
  }

  private static String[] some(Random random) {
    List<String> names = new ArrayList<>(List.of(NAMES));
    Collections.shuffle(names, random);
    return names.subList(0, 1 + random.nextInt(NAMES.length)).toArray(String[]::new);
  }

  private void releases(Backend backend, Random random) {
    List<UUID> some = new ArrayList<>(ids);
    Collections.shuffle(some, random);
    release(backend).release(area(backend), some.subList(0, 4), bench.time.instant());
  }

  private static Release release(Backend backend) {
    return new Release(backend.site().transactions, backend.site().books, new TapeEngines());
  }

  private static StorageArea area(Backend backend) {
    return backend.site().locator.area("vo").orElseThrow();
  }

  private void works(Backend backend, Random random) throws InterruptedException {
    backend.work();
    if (random.nextInt(4) == 0) {
      backend.site().duePins.round();
    }
  }

  private void together(List<Callable<Void>> all) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> running = new ArrayList<>();
      all.forEach(one -> running.add(executor.submit(one)));
      for (Future<Void> one : running) {
        one.get();
      }
    }
  }

  @Test
  void nobodyWaitsForEverAndTheBooksAreTrue() throws Exception {
    List<Callable<Void>> all = new ArrayList<>();
    for (int seed = 0; seed < 4; seed++) {
      all.add(rounds(seed, this::asks));
      all.add(rounds(seed, this::releases));
    }
    all.add(rounds(0, this::works));
    all.add(rounds(1, this::works));
    together(all);

    GetReply last = bench.bringOnline(backends.getFirst(), ALICE, NAMES);
    for (int round = 0; round < 5 && !isDone(last); round++) {
      for (Backend backend : backends) {
        backend.work();
      }
      bench.time.pass(PAUSE);
    }

    assertTrue(isDone(last), () -> bench.status(backends.getFirst(), ALICE, last).toString());
    for (String name : NAMES) {
      bench.assertBroughtBack(backends.getFirst(), name);
    }
    assertEquals(0, bench.recalls(backends.getFirst()));
    assertBooks(NAMES.length * 10L);
    release(backends.getFirst())
        .release(area(backends.getFirst()), ids, bench.time.instant().plusSeconds(1_000_000));
    assertBooks(0);
    try (Stream<Path> left = Files.list(bench.root())) {
      assertEquals(NAMES.length, left.count(), "nothing hidden is left");
    }
  }

  private boolean isDone(GetReply asked) {
    return RecallBench.codes(bench.status(backends.getFirst(), ALICE, asked)).stream()
        .allMatch(SrmStatus.SUCCESS::equals);
  }

  private void assertBooks(long used) {
    Backend one = backends.getFirst();
    UUID space = SpaceBooks.ownSpace(area(one));
    Sums sums = one.site().transactions.read(sql -> one.site().books.sums(sql, space));
    assertEquals(used, sums.used());
    assertEquals(RecallBench.BUFFER - used, sums.free());
    assertEquals(0, sums.promised());
    Sums files = one.site().transactions.read(sql -> one.site().books.filesOf(sql, space));
    assertEquals(used, files.used());
  }
}
