package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two backends, one database, one directory, many callers, few names. */
abstract class RaceSuite {
  private static final int CALLERS = 16;
  private static final int ROUNDS = 150;

  private final List<SmallSite> sites = new ArrayList<>();
  private final Map<String, String> holders = new ConcurrentHashMap<>();
  private Path root;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    DatabaseSettings settings = schemas.migrated();
    SteppedTime time = new SteppedTime(SmallSite.START);
    sites.add(new SmallSite(settings, root, time));
    sites.add(new SmallSite(settings, root, time));
  }

  @AfterEach
  void close() {
    for (SmallSite site : sites) {
      site.close();
      site.tree.close();
    }
  }

  private void together(IntFunction<Callable<Void>> work) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> all = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        all.add(executor.submit(work.apply(caller)));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    }
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Every name can be written by a newcomer, and nothing but whole files is left. */
  private void assertNothingStuck() throws IOException {
    assertEquals(List.of(), onDisk().stream().filter(name -> name.startsWith(".bora-")).toList());
    for (int name = 0; name < 3; name++) {
      PutReply reply =
          sites
              .getFirst()
              .puts
              .call(
                  Catalogue.PREPARE_TO_PUT,
                  sites.getFirst().call(ALICE),
                  put(OverwriteMode.ALWAYS, "n" + name));
      assertEquals(SrmStatus.SPACE_AVAILABLE, reply.files().getFirst().status().code());
    }
  }

  @Test
  void aNameHasOneWriterAtATime() throws Exception {
    together(
        caller ->
            () -> {
              SmallSite site = sites.get(caller % 2);
              Random random = new Random(caller);
              for (int round = 0; round < ROUNDS; round++) {
                String name = "n" + random.nextInt(3);
                PutReply reply =
                    site.puts.call(
                        Catalogue.PREPARE_TO_PUT,
                        site.call(ALICE),
                        put(OverwriteMode.ALWAYS, name));
                SrmStatus status = reply.files().getFirst().status().code();
                if (status == SrmStatus.FILE_BUSY) {
                  continue;
                }
                assertEquals(SrmStatus.SPACE_AVAILABLE, status);
                String token = reply.token().orElseThrow();
                assertNull(holders.putIfAbsent(name, token), "two writers of " + name);
                write(reply.files().getFirst().turl().orElseThrow(), token);
                holders.remove(name);
                SrmStatus end =
                    random.nextBoolean()
                        ? site.puts
                            .call(
                                Catalogue.PUT_DONE,
                                site.call(ALICE),
                                new PutDoneRequest(token, List.of(surl(name))))
                            .status()
                            .code()
                        : site.requests
                            .call(
                                Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(token))
                            .status()
                            .code();
                assertEquals(SrmStatus.SUCCESS, end);
              }
              return null;
            });
    assertNothingStuck();
  }

  @Test
  void putsDonesAbortsAndRemovalsEndCleanly() throws Exception {
    Map<String, String> tokens = new ConcurrentHashMap<>();
    together(
        caller ->
            () -> {
              SmallSite site = sites.get(caller % 2);
              Random random = new Random(100 + caller);
              for (int round = 0; round < ROUNDS; round++) {
                String name = "n" + random.nextInt(3);
                switch (random.nextInt(4)) {
                  case 0, 1 -> {
                    PutReply reply =
                        site.puts.call(
                            Catalogue.PREPARE_TO_PUT,
                            site.call(ALICE),
                            put(
                                random.nextBoolean() ? OverwriteMode.ALWAYS : OverwriteMode.NEVER,
                                name,
                                "n" + random.nextInt(3)));
                    tokens.put(name, reply.token().orElseThrow());
                  }
                  case 2 -> {
                    String token = tokens.get(name);
                    if (token != null) {
                      site.puts.call(
                          Catalogue.PUT_DONE,
                          site.call(ALICE),
                          new PutDoneRequest(token, List.of(surl(name))));
                      site.requests.call(
                          Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(token));
                    }
                  }
                  default -> {
                    Files.deleteIfExists(root.resolve(name));
                    site.removed(site.place(name), Optional.empty());
                  }
                }
              }
              return null;
            });
    for (int name = 0; name < 3; name++) {
      sites.getFirst().removed(sites.getFirst().place("n" + name), Optional.empty());
    }
    assertNothingStuck();
  }

  @Test
  void overduePutsAreSweptOnceByManyBackends() throws Exception {
    SmallSite first = sites.getFirst();
    for (int request = 0; request < 300; request++) {
      first.puts.call(
          Catalogue.PREPARE_TO_PUT, first.call(ALICE), put(OverwriteMode.NEVER, "s" + request));
    }
    first.time.pass(Duration.ofDays(1));
    AtomicInteger swept = new AtomicInteger();
    together(
        caller ->
            () -> {
              swept.addAndGet(sites.get(caller % 2).sweep.round().overduePuts());
              return null;
            });
    // A transaction that had to begin again passes over what others hold: the next round's.
    swept.addAndGet(sites.getFirst().sweep.round().overduePuts());
    assertEquals(300, swept.get());
    assertEquals(List.of(), onDisk());
  }
}
