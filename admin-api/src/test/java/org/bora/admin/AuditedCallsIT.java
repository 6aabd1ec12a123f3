package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is ordered stands in the audit log, with who ordered it; what is looked at does not. */
class AuditedCallsIT {
  @TempDir Path directory;

  @Test
  void everyOrderIsToldAlsoOneThatWasRefused() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    AuditLog.Place place = new AuditLog.Place(directory, "host", "backend");
    try (AuditLog log =
        AuditLog.open(
            AuditSettings.defaults(), place, Clock.systemUTC(), System::nanoTime, timer)) {
      AdminRoutes routes =
          new AdminRoutes(
              List.of(AdminRoute.change("POST", "/v1/a", call -> AdminReply.json("done"))), log);
      AdminCall.Body body = new AdminCall.Body("{\"reason\":\"x\"}");
      Administrator reader = new Administrator("CN=reader", Role.READER);
      routes.reply(AdminCall.of("GET", "/v1/who", Map.of(), AdminCall.Body.NONE, reader));
      routes.reply(AdminCall.of("POST", "/v1/a", Map.of("b", "c"), body, Administrator.LOCAL));
      routes.reply(AdminCall.of("POST", "/v1/a", Map.of(), body, reader));

      List<String> lines =
          Files.readAllLines(place.file()).stream()
              .filter(line -> line.contains("\"event\":\"command\""))
              .toList();
      assertEquals(2, lines.size(), lines.toString());
      assertTrue(lines.get(0).contains("\"by\":\"socket\""), lines.get(0));
      assertTrue(lines.get(0).contains("POST /v1/a b=c"), lines.get(0));
      assertTrue(lines.get(0).contains("\"outcome\":\"done\""), lines.get(0));
      assertTrue(lines.get(1).contains("\"by\":\"CN=reader\""), lines.get(1));
      assertTrue(lines.get(1).contains("\"outcome\":\"refused\""), lines.get(1));
    } finally {
      timer.shutdownNow();
    }
  }
}
