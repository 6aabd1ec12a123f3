package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.server.check.MachineFinding;
import org.bora.server.service.NotifySocket;
import org.bora.storage.linux.ListeningSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A migration asks the service manager for the time that it takes, and nothing else does. */
@ExtendWith(MariaDb.class)
@Timeout(120)
class MigrationTimeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration NONE = Duration.ZERO;
  private static final String ASKED = "EXTEND_TIMEOUT_USEC=120000000\nSTATUS=";

  @TempDir private Path directory;

  @Test
  void eachVersionIsAskedTimeForAndAStartWithoutAnyAsksForNone(Schemas schemas) throws Exception {
    DatabaseSettings settings = schemas.empty();
    List<String> heard = new ArrayList<>();
    try (ListeningSocket socket = new ListeningSocket(path())) {
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<?> start = threads.submit(() -> open(settings));
        while (!start.isDone()) {
          socket.next(Duration.ofMillis(10)).ifPresent(heard::add);
        }
        start.get();
        for (var more = socket.next(NONE); more.isPresent(); more = socket.next(NONE)) {
          heard.add(more.get());
        }
      }
      String first = ASKED + "bringing the database schema up to date: version 1, requests";
      assertEquals(first, heard.getFirst());
      try (Database database = new Database(settings)) {
        String versions = "SELECT COUNT(*) FROM flyway_schema_history";
        int count = JdbcClient.create(database.reads()).sql(versions).query(Integer.class).single();
        // what takes longer than ten seconds is told again
        assertEquals(count + 1, Set.copyOf(heard).size(), heard::toString);
      }
      assertEquals(ASKED + "the database schema is up to date", heard.getLast());
      assertTrue(heard.stream().allMatch(text -> text.startsWith(ASKED)), heard::toString);
      open(settings);
      assertEquals(Optional.empty(), socket.next(NONE), "nothing was to be done");
    }
  }

  @Test
  void aNewDatabaseIsToldInOneLineAndOneThatIsUpToDateInNone(Schemas schemas) throws Exception {
    DatabaseSettings settings = schemas.empty();
    List<String> told = new ArrayList<>();
    new Databases(told::add, NotifySocket.nobody()).open(settings, PATIENCE).close();
    try (Database database = new Database(settings)) {
      JdbcClient client = JdbcClient.create(database.reads());
      String newest =
          "SELECT version FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1";
      String version = client.sql(newest).query(String.class).single();
      assertEquals(List.of("database schema created, version " + version), told);
      told.clear();
      new Databases(told::add, NotifySocket.nobody()).open(settings, PATIENCE).close();
      assertEquals(List.of(), told);
    }
  }

  @Test
  void theWaitForAnotherBackendIsAskedTimeFor(Schemas schemas) throws Exception {
    DatabaseSettings settings = schemas.empty();
    open(settings, NotifySocket.nobody());
    try (Database other = new Database(settings);
        ListeningSocket socket = new ListeningSocket(path());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      JdbcClient client = JdbcClient.create(other.reads());
      // the latest version is missing, and another backend is about to make it
      client.sql("DELETE FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1").update();
      client
          .sql(
              "CREATE TABLE schema_guard (id TINYINT PRIMARY KEY, holder VARCHAR(36), ends_ms BIGINT)")
          .update();
      client
          .sql("INSERT INTO schema_guard VALUES (1, 'another', ?)")
          .param(Long.MAX_VALUE)
          .update();
      Future<?> start = threads.submit(() -> open(settings));
      assertEquals(
          Optional.of(
              ASKED + "waiting for another backend, which brings the database schema up to date"),
          socket.next(PATIENCE));
      client.sql("DELETE FROM schema_guard").update();
      String next = socket.next(PATIENCE).orElseThrow();
      assertTrue(
          next.startsWith(ASKED + "bringing the database schema up to date: version "), next);
      assertThrows(ExecutionException.class, start::get, "its tables are there");
      assertEquals(Optional.empty(), socket.next(NONE), "nor when it has failed");
    }
  }

  @Test
  void aServerThatDoesNotFitIsLeftAsItIs(Schemas schemas) throws Exception {
    DatabaseSettings settings = schemas.empty();
    List<String> told = new ArrayList<>();
    Databases databases =
        new Databases(
            told::add,
            NotifySocket.nobody(),
            each ->
                List.of(new MachineFinding(true, "database.url", "does not fit: " + each.user())));

    StartFailure failure =
        assertThrows(StartFailure.class, () -> databases.open(settings, PATIENCE));

    assertEquals("database.url: does not fit: " + settings.user(), failure.getMessage());
    assertEquals(List.of(), told);
    try (Database database = new Database(settings)) {
      assertEquals(
          List.of(), JdbcClient.create(database.reads()).sql("SHOW TABLES").query().listOfRows());
    }
  }

  private String path() {
    return directory.resolve("notify").toString();
  }

  private Void open(DatabaseSettings settings) throws Exception {
    return open(settings, NotifySocket.of(Map.of("NOTIFY_SOCKET", path()), 4711));
  }

  private static Void open(DatabaseSettings settings, NotifySocket manager) throws Exception {
    new Databases(_ -> {}, manager).open(settings, PATIENCE).close();
    return null;
  }
}
