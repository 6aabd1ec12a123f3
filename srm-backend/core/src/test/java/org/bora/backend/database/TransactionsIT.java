package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.bora.api.BackendFailure;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.LostCommits;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.datasource.DelegatingDataSource;

@ExtendWith(MariaDb.class)
class TransactionsIT {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final SecureRandom random = new SecureRandom();
  private final AtomicInteger attempts = new AtomicInteger();
  private final RequestTable requests = new RequestTable();
  private Database database;

  @BeforeEach
  void open(Schemas schemas) {
    database = new Database(schemas.migrated());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Transactions over(DataSource writes) {
    return new Transactions(database.reads(), writes, time -> {}, random);
  }

  private DataSource losing(int answers) {
    return LostCommits.of(database.writes(), answers);
  }

  private RequestHead head() {
    RequestOwner owner =
        new RequestOwner("/CN=Alice", Optional.of("/vo/Role=production"), Optional.of("vo"));
    return new RequestHead(
        RequestToken.create(NOW, random), RequestKind.PUT, owner, "", NOW, NOW, NOW, false);
  }

  private Optional<RequestHead> stored(RequestToken token) {
    return over(database.writes())
        .read(sql -> new PutTable().find(sql, token, Set.of()))
        .map(put -> put.head());
  }

  @Test
  void workThatFailsKnowsWhetherItMayHaveBeenDoneAllTheSame() {
    Doubt refused = new Doubt();
    assertThrows(
        BackendFailure.class,
        () ->
            over(database.writes())
                .talk(
                    refused,
                    dialogue ->
                        dialogue
                            .ask()
                            .sql("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213")
                            .update()));
    assertFalse(refused.isThere(), "the server has rolled back every attempt, and said so");
    Doubt unheard = new Doubt();
    assertThrows(
        BackendFailure.class, () -> over(losing(1_000)).talk(unheard, dialogue -> dialogue.ask()));
    assertTrue(unheard.isThere(), "each attempt was committed");
  }

  @Test
  void aCommitWhoseAnswerWasLostIsNotDoneTwice() {
    RequestHead head = head();
    List<Boolean> inserted = new ArrayList<>();
    over(losing(1)).run(sql -> inserted.add(requests.insert(sql, head)));
    assertEquals(List.of(true, false), inserted);
    assertEquals(Optional.of(head), stored(head.token()));
  }

  @Test
  void anExceptionRollsBackAndIsPassedOn() {
    RequestHead head = head();
    assertThrows(
        IllegalStateException.class,
        () ->
            over(database.writes())
                .run(
                    sql -> {
                      requests.insert(sql, head);
                      throw new IllegalStateException("no");
                    }));
    assertEquals(Optional.empty(), stored(head.token()));
  }

  @Test
  void whoFindsAllConnectionsBusyHearsSoInsteadOfWaitingBeyondItsDeadline(Schemas schemas)
      throws Exception {
    try (Database narrow = new Database(narrow(schemas.migrated()));
        ExecutorService others = Executors.newSingleThreadExecutor()) {
      Transactions transactions = new Transactions(narrow, time -> {}, random);
      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch done = new CountDownLatch(1);
      Future<Boolean> other =
          others.submit(
              () ->
                  transactions.run(
                      sql -> {
                        busy.countDown();
                        return await(done);
                      }));
      assertTrue(await(busy));
      BackendFailure failure =
          assertThrows(
              BackendFailure.class,
              () ->
                  transactions.within(Duration.ofMillis(1)).run(sql -> attempts.incrementAndGet()));
      done.countDown();
      assertTrue(other.get(20, TimeUnit.SECONDS));
      assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
      assertEquals(0, attempts.get());
      int next = transactions.run(sql -> attempts.incrementAndGet());
      assertEquals(1, next, "the place is free again");
    }
  }

  private static DatabaseSettings narrow(DatabaseSettings all) {
    return new DatabaseSettings(
        all.url(), all.user(), "", 1, 1, Duration.ofSeconds(20), Duration.ofMinutes(1));
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void errorsThatDoNotEndAreATransientFailure() {
    BackendFailure failure =
        assertThrows(
            BackendFailure.class,
            () -> over(counting(losing(Integer.MAX_VALUE))).run(sql -> "done"));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    assertEquals(12, attempts.get());
  }

  @Test
  void aLockThatOthersKeepIsNotToldAsADatabaseThatIsSilent() {
    BackendFailure failure =
        assertThrows(
            BackendFailure.class,
            () ->
                over(database.writes())
                    .run(
                        sql -> {
                          throw new CannotAcquireLockException(
                              "a file is being renamed", new SQLTransientException("busy"));
                        }));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    assertEquals("other calls change what this call needs, try again", failure.getMessage());
  }

  /**
   * Counts attempts where they begin. One that gets no connection in time, as on a machine that is
   * busy with a build, is an attempt as well, though no work is done in it.
   */
  private DataSource counting(DataSource real) {
    return new DelegatingDataSource(real) {
      @Override
      public Connection getConnection() throws SQLException {
        attempts.incrementAndGet();
        return super.getConnection();
      }
    };
  }
}
