package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.DatabaseWay;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backend whose network to the database goes silent without a word: nothing is refused, nothing
 * is closed (I1, I4, I6 and I7 of docs/INVARIANTS.md).
 */
@ExtendWith(MariaDb.class)
@Timeout(180)
class PartitionIT {
  private static final int MOST_ANSWERS = 40;
  private static final Duration SHORT = Duration.ofMillis(250);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private DatabaseSettings real;
  @TempDir private Path root;

  @BeforeEach
  void schema(Schemas schemas) {
    real = schemas.migrated();
  }

  @Test
  void everyAnswerMayBeLostAndNothingIsDoneTwice() throws IOException {
    try (DatabaseWay way = new DatabaseWay(real);
        SmallSite site =
            new SmallSite(DatabaseWay.through(real, SHORT, way), SmallSite.open(root), time)) {
      MeasuredSite operations = new MeasuredSite(site);
      int lost = 0;
      do {
        String name = "n" + lost;
        way.loseAnswerAfter(lost);
        PutReply reply = prepare(site, name);
        String where = "answer " + lost + ": ";
        assertEquals(SrmStatus.SPACE_AVAILABLE, status(reply), () -> where + reply);
        write(reply.files().getFirst().turl().orElseThrow(), "bytes");
        assertEquals(SrmStatus.SUCCESS, done(site, reply, name), where + "putDone");
        assertEquals("bytes", Files.readString(root.resolve(name)), where);
        assertEquals(
            SrmStatus.SUCCESS, remove(site, operations, name + "-r"), where + "put and removed");
        lost++;
      } while (way.hasLostAnswer() && lost < MOST_ANSWERS);
      int files = lost;
      assertTrue(files > 6 && files < MOST_ANSWERS, () -> files + " answers");
      assertExact(site, files);
    }
  }

  /** A put of another name, and its removal. */
  private SrmStatus remove(SmallSite site, MeasuredSite operations, String name) {
    PutReply reply = prepare(site, name);
    write(reply.files().getFirst().turl().orElseThrow(), "other");
    assertEquals(SrmStatus.SUCCESS, done(site, reply, name), name);
    RmRequest request = new RmRequest(List.of(surl(name)));
    return operations
        .directory
        .call(Catalogue.RM, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  @Test
  void whatIsInHandWhenItBeginsIsDoneWhenItIsOver() throws Exception {
    try (DatabaseWay way = new DatabaseWay(real);
        SmallSite site =
            new SmallSite(DatabaseWay.through(real, SHORT, way), SmallSite.open(root), time)) {
      PutReply before = prepare(site, "before");
      write(before.files().getFirst().turl().orElseThrow(), "bytes");
      int opened = way.opened();
      way.fallSilent();
      CompletableFuture<SrmStatus> done =
          CompletableFuture.supplyAsync(
              () -> done(site, before, "before"), Thread::startVirtualThread);
      CompletableFuture<PutReply> meanwhile =
          CompletableFuture.supplyAsync(
              () -> prepare(site, "meanwhile"), Thread::startVirtualThread);
      awaitOpened(way, opened + 2); // both have given up waiting for an answer
      way.speak();
      assertEquals(SrmStatus.SUCCESS, done.get(1, TimeUnit.MINUTES));
      PutReply reply = meanwhile.get(1, TimeUnit.MINUTES);
      assertEquals(SrmStatus.SPACE_AVAILABLE, status(reply), reply::toString);
      write(reply.files().getFirst().turl().orElseThrow(), "bytes");
      assertEquals(SrmStatus.SUCCESS, done(site, reply, "meanwhile"));
      assertExact(site, 2);
    }
  }

  private static void awaitOpened(DatabaseWay way, int connections) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (way.opened() < connections) {
      assertTrue(System.nanoTime() < end, "nobody asks for a new connection");
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void whoVanishesInATransactionDoesNotKeepItsLocks() throws Exception {
    Duration longest = Duration.ofMinutes(2);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    try (DatabaseWay way = new DatabaseWay(real);
        Database vanishing = new Database(DatabaseWay.through(real, longest, way));
        Database living = new Database(real)) {
      Transactions lost = new Transactions(vanishing, Thread::sleep, new Random(1));
      assertEquals(
          List.of(60, 30),
          lost.run(
              sql ->
                  sql.sql("SELECT @@wait_timeout AS a, @@idle_transaction_timeout AS b")
                      .query((row, _) -> List.of(row.getInt("a"), row.getInt("b")))
                      .single()));
      CompletableFuture<Void> vanished =
          CompletableFuture.runAsync(
              () ->
                  lost.run(
                      sql -> {
                        sql.sql("SET SESSION idle_transaction_timeout = 1").update();
                        insert(sql);
                        way.fallSilent();
                        inside.countDown();
                        await(over);
                        return null;
                      }));
      inside.await(1, TimeUnit.MINUTES);
      Transactions other = new Transactions(living, Thread::sleep, new Random(1));
      assertEquals(1, other.run(PartitionIT::insert), "the row is free");
      way.speak();
      over.countDown(); // what it commits is refused, and what it tries again finds the other's row
      assertThrows(Exception.class, () -> vanished.get(1, TimeUnit.MINUTES));
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int insert(org.springframework.jdbc.core.simple.JdbcClient sql) {
    return sql.sql("INSERT INTO sweep_turn (task, due_ms) VALUES ('one', 0)").update();
  }

  private void assertExact(SmallSite site, int files) throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      assertEquals(files, all.filter(Files::isRegularFile).count(), "files, none of them hidden");
    }
    assertEquals(files, one(site, "SELECT COUNT(*) FROM stored_file"));
    assertEquals(files, one(site, "SELECT SUM(files) FROM space_share"));
    assertEquals(0, one(site, "SELECT SUM(promised) FROM space_share"));
    assertEquals(0, one(site, "SELECT COUNT(*) FROM put_file WHERE active_key IS NOT NULL"));
    assertEquals(
        0,
        one(
            site,
            "SELECT COUNT(*) FROM (SELECT path FROM put_file WHERE state = 'STORED'"
                + " GROUP BY path HAVING COUNT(*) > 1) twice"));
  }

  private static long one(SmallSite site, String query) {
    return site.transactions.read(sql -> sql.sql(query).query(Long.class).single());
  }

  private static PutReply prepare(SmallSite site, String name) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, 5, name));
  }

  private static SrmStatus status(PutReply reply) {
    return reply.files().getFirst().status().code();
  }

  private static SrmStatus done(SmallSite site, PutReply reply, String name) {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }
}
