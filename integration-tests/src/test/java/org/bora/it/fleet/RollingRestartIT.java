package org.bora.it.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.HalfProcess;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every process of a fleet is restarted in turn while clients write: no command fails, nothing that
 * was acknowledged is lost, nothing is done twice.
 */
@ExtendWith(MariaDb.class)
@Timeout(180)
class RollingRestartIT {

  private static DatabaseSettings database;
  private static Fleet fleet;

  @BeforeAll
  static void up(Schemas schemas) throws Exception {
    database = schemas.empty();
    fleet = Fleet.up(database, false);
  }

  @AfterAll
  static void down() throws Exception {
    fleet.close();
  }

  @Test
  void behindHaProxyNobodyNoticesARollingRestart() throws Exception {
    int before = rows("SELECT COUNT(*) FROM put_file");
    try (HaProxy proxy = HaProxy.before(fleet);
        Load load = new Load(fleet, () -> client(proxy.port()))) {
      some(load);
      for (int i = 0; i < Fleet.OF_EACH; i++) {
        fleet.restartBackend(i);
        some(load);
      }
      for (int i = 0; i < Fleet.OF_EACH; i++) {
        fleet.restartFrontend(i);
        some(load);
      }
      holds(load, before);
    }
  }

  @Test
  void withoutABalancerWhoIsRefusedGoesToTheNextAddress() throws Exception {
    int before = rows("SELECT COUNT(*) FROM put_file");
    AtomicInteger turn = new AtomicInteger();
    try (Load load = new Load(fleet, () -> oneOf(turn.getAndIncrement()))) {
      some(load);
      fleet.restartFrontend(0);
      some(load);
      fleet.restartFrontend(1);
      some(load);
      holds(load, before);
    }
  }

  @Test
  void theCommandTakesProcessesOutOfServiceUnderLoad() throws Exception {
    int before = rows("SELECT COUNT(*) FROM put_file");
    HalfProcess backend = fleet.startByCommand("backend");
    HalfProcess frontend = fleet.startByCommand("frontend");
    try {
      backend.awaitReady();
      frontend.awaitReady();
      AtomicInteger turn = new AtomicInteger();
      try (Load load =
          new Load(fleet, () -> oneOf(turn.getAndIncrement() % 2, 0, Fleet.BY_COMMAND))) {
        some(load);
        takeOutOfService("backend", backend);
        some(load);
        takeOutOfService("frontend", frontend);
        some(load);
        holds(load, before);
      }
    } finally {
      frontend.kill();
      backend.kill();
    }
  }

  private static void takeOutOfService(String half, HalfProcess process) throws Exception {
    String said = process.bora("drain", "--wait", "60").succeeded().output();
    assertTrue(said.contains(half + " drained: it may be stopped"), said);
    process.stop();
    assertEquals(3, process.bora("drain").status(), "nothing runs there any more");
  }

  private static SrmClient oneOf(int turn) throws Exception {
    return oneOf(turn % Fleet.OF_EACH, 0, 1);
  }

  /** As a client does with a name of two addresses: the other one, where one is refused. */
  private static SrmClient oneOf(int turn, int zero, int one) throws Exception {
    try {
      return client(fleet.port(turn == 0 ? zero : one));
    } catch (ConnectException refused) {
      return client(fleet.port(turn == 0 ? one : zero));
    }
  }

  private static SrmClient client(int port) throws Exception {
    return new SrmClient("localhost", port, fleet.proxy("alice-voms"));
  }

  /** So that every client has met the fleet as it is now. */
  private static void some(Load load) {
    int files = load.stored().size() + 6;
    long end = System.nanoTime() + 60_000_000_000L;
    while (load.stored().size() < files && load.failures().isEmpty()) {
      assertTrue(System.nanoTime() < end, "nothing is written any more");
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static void holds(Load load, int before) throws Exception {
    load.end();
    assertEquals(List.of(), load.failures());
    assertTrue(load.kept() > 0);
    for (Map.Entry<String, String> file : load.stored().entrySet()) {
      assertEquals(file.getValue(), Files.readString(fleet.files().resolve(file.getKey())));
      Files.delete(fleet.files().resolve(file.getKey()));
    }
    for (String directory : load.directories()) {
      Files.delete(fleet.files().resolve(directory));
    }
    int begun = rows("SELECT COUNT(*) FROM put_file") - before;
    assertEquals(load.stored().size(), begun, "one put for each that was acknowledged");
    assertEquals(0, rows("SELECT COUNT(*) FROM put_file WHERE state <> 'STORED'"));
  }

  private static int rows(String query) throws Exception {
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getInt(1);
    }
  }
}
