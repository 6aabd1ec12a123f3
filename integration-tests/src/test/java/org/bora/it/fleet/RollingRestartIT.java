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

  /** As a client does with a name of several addresses: the next one, where one is refused. */
  private static SrmClient oneOf(int turn) throws Exception {
    try {
      return client(fleet.port(turn % Fleet.OF_EACH));
    } catch (ConnectException refused) {
      return client(fleet.port((turn + 1) % Fleet.OF_EACH));
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
