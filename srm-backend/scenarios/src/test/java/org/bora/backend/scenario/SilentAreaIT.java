package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One of two areas hangs while a hundred callers put files in their places there (I19). */
@ExtendWith(MariaDb.class)
@Timeout(120)
class SilentAreaIT {
  private static final int CALLERS = 100;
  private static final int CONNECTIONS = 8;
  private static final String CONTENT = "bytes";

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final AtomicLong nanos = new AtomicLong();
  private final Bulkheads bulkheads =
      new Bulkheads(new BulkheadSettings(Duration.ofSeconds(10), 64), CONNECTIONS, nanos::get);
  private final AtomicInteger renaming = new AtomicInteger();
  private final CountDownLatch mended = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private volatile boolean hangs = true;
  private AreaTree sick;
  private AreaTree well;
  private SmallSite site;
  @TempDir private Path root;

  @BeforeEach
  void open(Schemas schemas) throws Exception {
    DatabaseSettings database = schemas.migrated();
    DatabaseSettings few =
        new DatabaseSettings(
            database.url(),
            database.user(),
            database.password(),
            CONNECTIONS,
            CONNECTIONS,
            Duration.ofSeconds(20),
            database.statementTimeout());
    sick = SmallSite.open(Files.createDirectory(root.resolve("sick")));
    well = SmallSite.open(Files.createDirectory(root.resolve("well")));
    site =
        new SmallSite(
            few, bulkheads.around("vo", hanging()), bulkheads.around("shift", well), time);
  }

  @AfterEach
  void close() {
    mended.countDown();
    callers.shutdownNow();
    site.close();
    sick.close();
    well.close();
  }

  /** Renames hang in it. */
  private AreaTree hanging() {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, arguments) -> {
              if (hangs && method.getName().equals("publishUpload")) {
                renaming.incrementAndGet();
                assertTrue(mended.await(1, TimeUnit.MINUTES));
              }
              try {
                return method.invoke(sick, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void theOtherAreaIsServedMeanwhileAndThisOneWhenItIsBack() throws Exception {
    List<CompletableFuture<SrmStatus>> stuck = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      PutReply reply = prepared("file" + i);
      stuck.add(CompletableFuture.supplyAsync(() -> done(reply), callers));
    }
    awaitHalfOfTheConnections();
    assertEquals(SrmStatus.SUCCESS, storedElsewhere("before"));
    assertEquals(CONNECTIONS / 2, renaming.get(), "of all connections that there are");

    bulkheads.look(); // what was well until now is seen
    nanos.addAndGet(Duration.ofSeconds(11).toNanos());
    bulkheads.look();
    long refused = awaitRefusals(stuck);
    assertEquals(CALLERS - CONNECTIONS / 2, refused, "who only waited for a turn is told");
    PutReply late =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 5, "late"));
    assertEquals(
        SrmStatus.INTERNAL_ERROR, late.files().getFirst().status().code(), "to come again");
    assertEquals(SrmStatus.SUCCESS, storedElsewhere("during"));

    hangs = false;
    mended.countDown();
    for (CompletableFuture<SrmStatus> call : stuck) {
      call.handle((status, refusal) -> status).get(1, TimeUnit.MINUTES);
    }
    bulkheads.look();
    assertEquals(SrmStatus.SUCCESS, done(prepared("after")));
    try (Stream<Path> files = Files.list(root.resolve("sick"))) {
      Set<String> there = Set.copyOf(files.map(file -> file.getFileName().toString()).toList());
      assertEquals(
          CONNECTIONS / 2 + 1, there.stream().filter(name -> !name.startsWith(".")).count());
    }
  }

  private PutReply prepared(String name) {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 5, name));
    write(reply.files().getFirst().turl().orElseThrow(), CONTENT);
    return reply;
  }

  private SrmStatus done(PutReply reply) {
    Surl surl = reply.files().getFirst().surl();
    return site.puts
        .call(
            Catalogue.PUT_DONE,
            site.call(ALICE),
            new PutDoneRequest(reply.token().orElseThrow(), List.of(surl)))
        .files()
        .getFirst()
        .status()
        .code();
  }

  /** What somebody does whose files are in the area that is well. */
  private SrmStatus storedElsewhere(String name) {
    Surl surl = new Surl("srm://se.example.org:8444/srm/managerv2?SFN=/shift/" + name);
    PutRequest request =
        new PutRequest(
            List.of(new PutFile(Optional.of(surl), OptionalLong.of(5))),
            "",
            OverwriteMode.NEVER,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.of(600),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("gsiftp"));
    PutReply reply = site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(BOB), request);
    write(reply.files().getFirst().turl().orElseThrow(), CONTENT);
    return site.puts
        .call(
            Catalogue.PUT_DONE,
            site.call(BOB),
            new PutDoneRequest(reply.token().orElseThrow(), List.of(surl)))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private void awaitHalfOfTheConnections() {
    await(() -> renaming.get() >= CONNECTIONS / 2);
  }

  private static long awaitRefusals(List<CompletableFuture<SrmStatus>> calls) {
    await(() -> calls.stream().filter(CompletableFuture::isDone).count() >= CALLERS - 4);
    return calls.stream().filter(SilentAreaIT::isRefused).count();
  }

  private static boolean isRefused(CompletableFuture<SrmStatus> call) {
    return call.isDone()
        && call.handle(
                (status, surprise) ->
                    status == SrmStatus.INTERNAL_ERROR
                        || (surprise != null
                            && surprise.getCause() instanceof BackendFailure known
                            && known.kind() == BackendFailure.Kind.TRANSIENT))
            .join();
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "not in time");
      LockSupport.parkNanos(5_000_000);
    }
  }
}
