package org.bora.it.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.wire.SrmClient;
import org.bora.server.check.ClaimCheck;
import org.bora.server.check.MachineFinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** One of two backends has another directory at the root of the area. */
@ExtendWith(MariaDb.class)
@Timeout(180)
class AreaRootIT {
  private static final int WRONG = 1;

  private DatabaseSettings database;
  private Fleet fleet;
  private Path elsewhere;

  @BeforeEach
  void up(Schemas schemas) throws Exception {
    database = schemas.empty();
    fleet = Fleet.up(database, false);
    elsewhere = Files.createDirectories(fleet.home().resolve("data/elsewhere"));
    fleet.stopBackend(WRONG);
    configure("root: data/testvo", "root: data/elsewhere");
    fleet.startBackend(WRONG);
  }

  @AfterEach
  void down() {
    fleet.close();
  }

  private void configure(String before, String after) throws IOException {
    Path file = fleet.home().resolve("backend" + WRONG + ".yaml");
    Files.writeString(file, Files.readString(file).replace(before, after));
  }

  @Test
  void noAcknowledgedPutGoesToTheOtherDirectory() throws Exception {
    long end = System.nanoTime() + 60_000_000_000L;
    while (fleet.asked(WRONG, "GET", "/actuator/health/needs").isDone()) {
      assertTrue(System.nanoTime() < end, "it says that it serves");
      LockSupport.parkNanos(10_000_000);
    }
    try (Load load = new Load(fleet, () -> client(0))) {
      while (load.stored().size() < 30 && load.failures().isEmpty()) {
        assertTrue(System.nanoTime() < end, "nothing is written any more");
        LockSupport.parkNanos(10_000_000);
      }
      load.end();
      assertEquals(List.of(), load.failures());
      for (String name : load.stored().keySet()) {
        assertTrue(Files.exists(fleet.files().resolve(name)), name);
      }
    }
    try (Stream<Path> strays = Files.list(elsewhere)) {
      assertEquals(List.of(), strays.toList());
    }
  }

  @Test
  void theAdministratorIsToldAndMendsIt() throws Exception {
    List<String> told = fleet.troubles(WRONG);
    assertTrue(
        told.getFirst().startsWith("area testvo is not served by this backend"), told::toString);
    assertTrue(told.getFirst().contains("bora areas adopt testvo"), told::toString);
    assertEquals(List.of(), fleet.troubles(0));

    List<MachineFinding> found = ClaimCheck.at(database, fleet.configuration("backend" + WRONG));
    assertEquals("areas.testvo.root", found.getFirst().key());
    assertTrue(found.getFirst().grave());
    assertEquals(List.of(), ClaimCheck.at(database, fleet.configuration("backend0")));

    fleet.stopBackend(WRONG);
    configure("root: data/elsewhere", "root: data/testvo");
    fleet.startBackend(WRONG);
    assertEquals(List.of(), fleet.troubles(WRONG));
  }

  @Test
  void aBackendWithAnotherClassIsToldWhichKeyDiffers() throws Exception {
    fleet.stopBackend(WRONG);
    configure("root: data/elsewhere", "root: data/testvo\n    owner: role");
    fleet.startBackend(WRONG);

    String told = fleet.troubles(WRONG).getFirst();
    assertTrue(told.contains("areas.testvo.owner is 'role' here and 'dn' there"), told);
    List<MachineFinding> found = ClaimCheck.at(database, fleet.configuration("backend" + WRONG));
    assertTrue(found.getFirst().text().contains("areas.testvo.owner"), found::toString);
  }

  private SrmClient client(int frontend) throws Exception {
    return new SrmClient("localhost", fleet.port(frontend), fleet.proxy("alice-voms"));
  }
}
