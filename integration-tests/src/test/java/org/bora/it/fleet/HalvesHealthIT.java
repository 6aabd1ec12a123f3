package org.bora.it.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bora.admin.AdminReply;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What Actuator's health tells of frontends and backends apart. */
@ExtendWith(MariaDb.class)
@Timeout(120)
class HalvesHealthIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String READINESS = "/actuator/health/readiness";

  @Test
  void aFrontendIsReadyWhileItHasABackendAndABackendWhileItHasDatabaseAndStorage(Schemas schemas)
      throws Exception {
    try (Fleet fleet = Fleet.up(schemas.empty(), true)) {
      String backend = told(fleet.asked(0, "GET", READINESS));
      for (String need : List.of("database", "storage", "audit", "service")) {
        assertTrue(backend.contains("\"" + need + "\":{"), need + " in " + backend);
      }
      assertTrue(backend.startsWith("200 "), backend);
      eventually("its backend is found", () -> isReady(fleet));

      fleet.stopBackend(0);
      eventually("its only backend is gone", () -> !isReady(fleet));
      String alone = told(fleet.askedFrontend(0, "GET", READINESS));
      assertTrue(alone.startsWith("503 ") && alone.contains("no backend is ready"), alone);
      assertStatus(200, fleet, "/actuator/health/liveness");
      assertStatus(200, fleet, "/actuator/health/balancer");

      fleet.startBackend(0);
      eventually("it is back", () -> isReady(fleet));
      fleet.drainOfFrontend(0).begin();
      assertStatus(503, fleet, "/actuator/health/balancer");
      assertStatus(200, fleet, "/actuator/health/needs");
      fleet.drainOfFrontend(0).undo();
      assertStatus(200, fleet, "/actuator/health/balancer");
    }
  }

  private static boolean isReady(Fleet fleet) {
    return told(fleet.askedFrontend(0, "GET", READINESS)).startsWith("200 ");
  }

  private static void assertStatus(int status, Fleet fleet, String path) {
    String told = told(fleet.askedFrontend(0, "GET", path));
    assertEquals(Integer.toString(status), told.split(" ", 2)[0], told);
  }

  private static String told(AdminReply reply) {
    return reply.status() + " " + reply.text();
  }

  private static void eventually(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, what);
      LockSupport.parkNanos(50_000_000);
    }
  }
}
