package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bora.backend.testing.DatabaseWay;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two backends of which one hangs, or its network falls silent without a word to the server. */
@Timeout(180)
abstract class PresenceSuite {
  /** Of a statement: nothing here is to wait for it. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Far below the 30 s and 60 s after which servers themselves give a silent session up. */
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final LinkedBlockingQueue<Boolean> told = new LinkedBlockingQueue<>();
  private DatabaseSettings real;

  @BeforeEach
  void schema(Schemas schemas) {
    real = schemas.migrated();
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
    threads.shutdownNow();
  }

  @Test
  void theLocksOfWhoFellSilentAreFreeAndItWakesUpHarmless() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch awake = new CountDownLatch(1);
    AtomicInteger attempts = new AtomicInteger();
    ScheduledExecutorService stopped = Executors.newSingleThreadScheduledExecutor();
    try (Database one = new Database(real);
        Database other = new Database(real);
        BackendPresence _ = begin(one, stopped);
        BackendPresence _ = begin(other, timer)) {
      awaitBeats(other, 2, 1);
      CompletableFuture<Boolean> held = new CompletableFuture<>();
      CompletableFuture<Void> vanished =
          CompletableFuture.runAsync(
              () ->
                  transactions(one)
                      .run(
                          sql -> {
                            int attempt = attempts.incrementAndGet();
                            insert(sql);
                            if (attempt == 1) {
                              assertTrue(OpenTransaction.holdsItsLocks());
                              stopped.execute(
                                  () -> await(awake)); // as SIGSTOP: it is the only thread
                              inside.countDown();
                              await(awake);
                              held.complete(OpenTransaction.holdsItsLocks());
                            }
                            return null;
                          }),
              threads);
      assertTrue(inside.await(1, TimeUnit.MINUTES));
      long began = System.nanoTime();
      assertEquals(1, transactions(other).run(PresenceSuite::insert), "the row is free");
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertTrue(took.compareTo(BOUND) < 0, () -> "it took " + took);
      awake.countDown();
      assertFalse(held.get(1, TimeUnit.MINUTES), "nothing may be done under those locks");
      var failed = assertThrows(ExecutionException.class, () -> vanished.get(1, TimeUnit.MINUTES));
      assertInstanceOf(DuplicateKeyException.class, failed.getCause(), "done again, and refused");
      assertTrue(attempts.get() > 1, "what it had begun was not committed");
    }
  }

  @Test
  void whoIsCutOffHearsOfItAndWaitsForNoStatement() throws Exception {
    try (DatabaseWay way = new DatabaseWay(real);
        Database one = new Database(DatabaseWay.through(real, LONGEST, way));
        BackendPresence _ = present(one)) {
      Transactions transactions = transactions(one);
      awaitBeats(one, 1, 1);
      transactions.run(PresenceSuite::insert);
      way.fallSilent();
      CompletableFuture<Long> inHand =
          CompletableFuture.supplyAsync(() -> transactions.read(PresenceSuite::rows), threads);
      assertEquals(true, told.poll(1, TimeUnit.MINUTES));
      way.speak();
      assertEquals(false, told.poll(1, TimeUnit.MINUTES), "it is back by itself");
      assertEquals(1, inHand.get(1, TimeUnit.MINUTES), "and not after the ten of a statement");
    }
  }

  /** A lock on its row stands for a disk that is slow. */
  @Test
  void aDatabaseThatAnswersAndDoesNotCommitIsNoticed() throws Exception {
    try (Database one = new Database(real);
        BackendPresence presence = present(one);
        Connection other = Database.connect(real);
        Statement statement = other.createStatement()) {
      awaitBeats(one, 1, 1);
      other.setAutoCommit(false);
      statement.execute("SELECT * FROM backend_presence FOR UPDATE");
      await(presence::isUnconfirmed);
      other.rollback();
      await(() -> !presence.isUnconfirmed());
      assertEquals(List.of(), List.copyOf(told), "it was not cut off");
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end);
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void whoIsThereKeepsItsSessionsHoweverLongTheyAreIdle() throws Exception {
    try (Database one = new Database(real);
        Database other = new Database(real);
        BackendPresence _ = present(one);
        BackendPresence _ = begin(other, timer)) {
      awaitBeats(other, 2, 1);
      AtomicInteger attempts = new AtomicInteger();
      transactions(one)
          .run(
              sql -> {
                attempts.incrementAndGet();
                insert(sql);
                // several times the looks after which a backend without a beat is silent
                awaitBeats(other, 2, 3 * Membership.LOOKS_OF_SILENCE);
                assertTrue(OpenTransaction.holdsItsLocks());
                return null;
              });
      assertEquals(1, attempts.get());
      assertTrue(told.isEmpty(), "neither was cut off");
    }
  }

  @Test
  void whoLeavesIsForgotten() throws Exception {
    try (Database one = new Database(real)) {
      BackendPresence presence = present(one);
      awaitBeats(one, 1, 1);
      transactions(one).run(PresenceSuite::insert);
      assertTrue(transactions(one).read(sql -> count(sql, "backend_session")) > 0);
      presence.close();
      assertEquals(0L, (long) transactions(one).read(sql -> count(sql, "backend_presence")));
    }
  }

  private BackendPresence begin(Database database, ScheduledExecutorService beats) {
    return BackendPresence.begin(database, "one", beats, threads, System::nanoTime);
  }

  private BackendPresence present(Database database) {
    BackendPresence presence = begin(database, timer);
    presence.tell(told::add);
    return presence;
  }

  /** Each of so many backends beats so often more. */
  private static void awaitBeats(Database through, int backends, long more) {
    Transactions transactions = transactions(through);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (transactions.read(sql -> count(sql, "backend_presence")) < backends) {
      assertTrue(System.nanoTime() < end, "not all have a stay");
      LockSupport.parkNanos(20_000_000);
    }
    long before = transactions.read(PresenceSuite::leastBeats);
    while (transactions.read(PresenceSuite::leastBeats) < before + more) {
      assertTrue(System.nanoTime() < end, "no beats");
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static long leastBeats(JdbcClient sql) {
    return sql.sql("SELECT COALESCE(MIN(beats), 0) FROM backend_presence")
        .query(Long.class)
        .single();
  }

  private static Transactions transactions(Database database) {
    return new Transactions(database, Thread::sleep, new Random(1));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(2, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int insert(JdbcClient sql) {
    return sql.sql("INSERT INTO sweep_turn (task, due_ms) VALUES ('one', 0)").update();
  }

  private static long rows(JdbcClient sql) {
    return count(sql, "sweep_turn");
  }

  private static long count(JdbcClient sql, String table) {
    return sql.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
  }
}
