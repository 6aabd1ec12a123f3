package org.bora.frontend.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedVisitsTest {

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong nanos = new AtomicLong();

  @TempDir Path directory;

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  @Test
  void nobodyFillsTheLogByKnocking() throws Exception {
    try (AuditLog log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "frontend"),
            Clock.systemUTC(),
            System::nanoTime,
            timer)) {
      RefusedVisits visits = new RefusedVisits(log, nanos::get);
      for (int i = 0; i < RefusedVisits.MOST + 5; i++) {
        visits.refused("192.0.2.1", "expired\n: /CN=Mallory");
      }
      assertEquals(RefusedVisits.MOST, lines().size());
      assertFalse(lines().toString().contains("untold"));

      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      visits.refused("192.0.2.2", "junk");
      visits.refused("192.0.2.3", "junk");

      assertEquals(RefusedVisits.MOST + 2, lines().size());
      assertTrue(lines().get(RefusedVisits.MOST).endsWith("\"untold\":5}"), lines()::toString);
      assertFalse(lines().getLast().contains("untold"), lines()::toString);
    }
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(directory.resolve("audit-frontend.log")).stream()
        .filter(line -> line.contains("\"event\":\"handshake\""))
        .toList();
  }
}
