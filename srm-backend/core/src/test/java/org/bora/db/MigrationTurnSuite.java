package org.bora.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
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
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.TimeTable;
import org.bora.backend.testing.NoNamedLocks;
import org.bora.backend.testing.Schemas;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Backends that bring a schema up to date at the same time, as on nodes of a cluster. */
@Timeout(120)
abstract class MigrationTurnSuite {
  private static final Duration LEASE = Duration.ofMinutes(1);

  @Test
  void backendsThatNoLockOfTheServerKeepsApartMigrateAnEmptySchemaTogether(Schemas schemas)
      throws Exception {
    DatabaseSettings settings = schemas.empty();
    int backends = 4;
    CountDownLatch begin = new CountDownLatch(backends);
    List<Integer> applied = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(backends)) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < backends; i++) {
        all.add(threads.submit(() -> migrate(settings, begin)));
      }
      for (Future<Integer> one : all) {
        applied.add(one.get());
      }
    }
    try (Database database = new Database(settings)) {
      int migrations =
          JdbcClient.create(database.reads())
              .sql("SELECT COUNT(*) FROM flyway_schema_history WHERE success = 1")
              .query(Integer.class)
              .single();
      assertTrue(migrations > 0);
      assertEquals(
          migrations, applied.stream().mapToInt(Integer::intValue).sum(), applied::toString);
      assertEquals(0, new Schema(database.reads()).migrate());
      assertFalse(isGuarded(database), "the guard is gone");
    }
  }

  private static int migrate(DatabaseSettings settings, CountDownLatch begin) throws Exception {
    try (Database database = new Database(settings)) {
      begin.countDown();
      begin.await();
      return new Schema(NoNamedLocks.of(database.reads())).migrate();
    }
  }

  @Test
  void oneThatWasKilledInItsTurnIsWaitedForUntilItsLeaseEnds(Schemas schemas) throws Exception {
    try (Database database = new Database(schemas.empty())) {
      GuardTable table = new GuardTable(database.reads());
      Duration lease = Duration.ofSeconds(2);
      List<String> told = new ArrayList<>();
      assertTrue(table.look().isEmpty());
      assertTrue(table.take("killed", lease));
      Instant ends = ends(database);
      assertFalse(table.take("next", lease));
      assertFalse(table.look().orElseThrow().over());
      MigrationTurn next = new MigrationTurn(table, "next", lease, told::add);
      try (next) {
        next.take();
        assertTrue(now(database).isAfter(ends), "not before its lease ended");
        assertFalse(table.take("third", lease));
        assertFalse(table.keep("killed", lease), "whose turn is over does not keep it");
      }
      assertFalse(isGuarded(database), "given back");
      assertTrue(told.size() > 2, "each look is a step");
      assertEquals(
          Set.of("waiting for another backend, which brings the database schema up to date"),
          Set.copyOf(told));
    }
  }

  @Test
  void aTurnThatCanNeverBeTakenIsGivenUpAndAsksForNoMoreTime(Schemas schemas) throws Exception {
    try (Database database = new Database(schemas.empty())) {
      AtomicInteger refused = new AtomicInteger();
      DataSource refusing =
          new DelegatingDataSource(database.reads()) {
            @Override
            public Connection getConnection() throws SQLException {
              return refusing(super.getConnection(), refused);
            }
          };
      List<String> told = new ArrayList<>();
      try (MigrationTurn turn =
          new MigrationTurn(new GuardTable(refusing), "unlucky", LEASE, told::add)) {
        SQLException why = assertThrows(SQLException.class, turn::take);
        assertEquals(1205, why.getErrorCode());
      }
      assertEquals(List.of(), told, "nobody is waited for");
      assertTrue(refused.get() > 2, "and not at the first refusal");
    }
  }

  /** Refuses every statement with values, as where a lock is waited for too long. */
  private static Connection refusing(Connection real, AtomicInteger refused) {
    return (Connection)
        Proxy.newProxyInstance(
            MigrationTurnSuite.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                if (refused.incrementAndGet() > 50) {
                  throw new SQLException("tried for ever", "42000", 1064);
                }
                throw new SQLException("Lock wait timeout exceeded", "40001", 1205);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aLeaseThatIsKeptAfterItsEndIsNotTaken(Schemas schemas) throws Exception {
    try (Database database = new Database(schemas.empty())) {
      GuardTable table = new GuardTable(database.reads());
      Duration lease = Duration.ofSeconds(6);
      assertTrue(table.look().isEmpty());
      assertTrue(table.take("altering", lease));
      AtomicInteger looks = new AtomicInteger();
      DataSource late =
          new DelegatingDataSource(database.reads()) {
            @Override
            public Connection getConnection() throws SQLException {
              // each look finds it over, and kept a little since the one before
              int look = looks.incrementAndGet();
              if (look <= 12) {
                JdbcClient.create(database.reads())
                    .sql("UPDATE schema_guard SET ends_ms = " + look)
                    .update();
              }
              return super.getConnection();
            }
          };
      try (MigrationTurn next = new MigrationTurn(new GuardTable(late), "next", lease, _ -> {})) {
        next.take();
      }
      assertTrue(looks.get() > 12, "not while it is kept");
    }
  }

  @Test
  void eachStatementIsTold(Schemas schemas) throws SQLException {
    try (Database database = new Database(schemas.empty())) {
      List<String> told = new ArrayList<>();
      Schema.Outcome outcome =
          new Schema(database.reads())
              .migrate(
                  step -> {
                    assertTrue(step.creating());
                    told.add(step.text());
                  });
      String first = "bringing the database schema up to date: version 1, requests";
      assertEquals(outcome.applied(), Set.copyOf(told).size(), told::toString);
      String last = "version " + outcome.created().orElseThrow() + ",";
      assertTrue(told.getLast().contains(last), told.getLast());
      assertEquals(first, told.getFirst());
      // V1 makes several tables; once more before the first statement
      assertTrue(told.stream().filter(first::equals).count() > 3, told::toString);
      told.clear();
      assertEquals(
          new Schema.Outcome(0, Optional.empty()),
          new Schema(database.reads()).migrate(step -> told.add(step.text())));
      assertEquals(List.of(), told);
    }
  }

  @Test
  void aTurnIsKeptAsLongAsItIsNeeded(Schemas schemas) throws Exception {
    try (Database database = new Database(schemas.empty())) {
      try (MigrationTurn turn =
          new MigrationTurn(
              new GuardTable(database.reads()), "one", Duration.ofSeconds(6), _ -> {})) {
        turn.take();
        Instant first = ends(database);
        while (!ends(database).isAfter(first)) {
          Thread.onSpinWait(); // until the test's time is over
        }
      }
    }
  }

  @Test
  void aSchemaOfSomebodyElseIsNotTouched(Schemas schemas) {
    try (Database database = new Database(schemas.empty())) {
      JdbcClient.create(database.reads()).sql("CREATE TABLE theirs (id INT)").update();
      Schema schema = new Schema(database.reads(), LEASE);
      String refusal = refusal(schema);
      assertTrue(refusal.contains("non-empty schema"), refusal);
      assertFalse(isGuarded(database));
    }
  }

  private static String refusal(Schema schema) {
    try {
      return "applied " + schema.migrate();
    } catch (FlywayException refused) {
      return refused.getMessage();
    }
  }

  private static boolean isGuarded(Database database) {
    return !JdbcClient.create(database.reads())
        .sql("SHOW TABLES LIKE 'schema_guard'")
        .query(String.class)
        .list()
        .isEmpty();
  }

  private static Instant ends(Database database) {
    return Instant.ofEpochMilli(
        JdbcClient.create(database.reads())
            .sql("SELECT ends_ms FROM schema_guard")
            .query(Long.class)
            .single());
  }

  private static Instant now(Database database) {
    return new TimeTable().now(JdbcClient.create(database.reads()));
  }
}
