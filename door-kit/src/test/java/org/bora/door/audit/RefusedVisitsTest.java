package org.bora.door.audit;

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

  @FunctionalInterface
  private interface Knocking {
    void at(RefusedVisits visits) throws Exception;
  }

  private List<String> told(Knocking knocking) throws Exception {
    try (AuditLog log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "frontend"),
            Clock.systemUTC(),
            System::nanoTime,
            timer)) {
      knocking.at(new RefusedVisits(log, nanos::get));
    }
    return lines();
  }

  @Test
  void oneAddressIsToldSoOftenInAMinute() throws Exception {
    List<String> lines =
        told(
            visits -> {
              for (int i = 0; i < VisitBudget.MOST_OF_BLOCK + 7; i++) {
                visits.refused("192.0.2.1", "junk");
                visits.refused("2001:db8:0:1::" + i, "junk");
              }
              visits.refused("192.0.2.2", "junk");
              nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
              visits.refused("192.0.2.1", "junk");
            });

    assertEquals(2 * VisitBudget.MOST_OF_BLOCK + 2, lines.size());
    assertTrue(lines.get(lines.size() - 2).endsWith("\"untold\":14}"), lines::toString);
    assertFalse(lines.getLast().contains("untold"), lines::toString);
  }

  @Test
  void allAddressesTogetherDoNotFillTheLogByKnocking() throws Exception {
    List<String> lines =
        told(
            visits -> {
              for (int second = 0; second < 600; second++) {
                for (int i = 0; i < 200; i++) {
                  visits.refused("192.0." + second % 256 + "." + i, "junk");
                }
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
              }
            });

    assertEquals(10 * VisitBudget.MOST, lines.size());
  }

  @Test
  void junkHidesNoCertificate() throws Exception {
    List<String> lines =
        told(
            visits -> {
              for (int i = 0; i < 1000; i++) {
                visits.refused("192.0." + i % 4 + "." + i / 4, "junk");
              }
              visits.refused("192.0.0.0", "handshake failed: revoked: /DC=org/CN=x: /CN=Mallory");
            });

    assertEquals(VisitBudget.MOST + 1, lines.size());
    assertTrue(
        lines
            .getLast()
            .endsWith(
                "\"explanation\":\"handshake failed: revoked\","
                    + "\"subject\":\"/DC=org/CN=x: /CN=Mallory\",\"proof\":\"none\"}"),
        lines::toString);
  }

  /** A client writes into its token or signature what it likes. */
  @Test
  void noSubjectIsToldWhereNoCertificateWasRefused() throws Exception {
    List<String> lines =
        told(
            visits -> {
              visits.refused("192.0.2.1", "token: claim iss: /CN=Alice");
              visits.refused("192.0.2.1", "S3 signature: incorrect service: /CN=Alice");
              visits.refused("192.0.2.1", "transfer URL: of another path: /CN=Alice");
              for (int i = 0; i < 1000; i++) {
                visits.refused("192.0." + i % 4 + "." + i / 4, "token: claim iss: /CN=Alice");
              }
              visits.refused("192.0.0.0", "handshake failed: revoked: /CN=Mallory");
            });

    assertEquals(VisitBudget.MOST + 1, lines.size(), "they hide no certificate");
    assertTrue(lines.getLast().contains("\"subject\":\"/CN=Mallory\""), lines::toString);
    assertTrue(
        lines.subList(0, VisitBudget.MOST).stream().noneMatch(line -> line.contains("\"subject\"")),
        lines::toString);
  }

  @Test
  void aSubjectMadeToBeLongIsCut() throws Exception {
    List<String> lines =
        told(
            visits ->
                visits.refused(
                    "192.0.2.1",
                    "handshake failed: " + "x".repeat(9000) + ": /CN=" + "é".repeat(9000)));

    assertTrue(lines.getFirst().length() < 3500, lines::toString);
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(directory.resolve("audit-frontend.log")).stream()
        .filter(line -> line.contains("\"event\":\"handshake\""))
        .toList();
  }
}
