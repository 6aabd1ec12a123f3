package org.bora.launcher.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditedVerbIT {
  @TempDir Path directory;

  private List<String> commands(AuditLog.Place place) throws IOException {
    return Files.readAllLines(place.file()).stream()
        .filter(line -> line.contains("\"event\":\"command\""))
        .toList();
  }

  @Test
  void aCommandStandsThereBeforeItIsObeyed() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    AuditLog.Place place = new AuditLog.Place(directory, "host", "bora");
    List<String> before = new ArrayList<>();
    try (AuditLog log =
        AuditLog.open(
            AuditSettings.defaults(), place, Clock.systemUTC(), System::nanoTime, timer)) {
      ControlServer.Verb reload =
          words -> {
            try {
              before.addAll(commands(place));
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
            return new Answer(true, List.of("0 changes applied, 0 need a restart"));
          };
      ControlServer.Verb look = words -> new Answer(true, List.of());
      Map<String, ControlServer.Verb> verbs =
          AuditedVerb.all(Map.of("reload", reload, "api", look, "health", look), log);
      verbs.get("api").run(List.of());
      verbs.get("health").run(List.of());
      verbs.get("reload").run(List.of());

      assertEquals(1, before.size(), before.toString());
      assertTrue(before.getFirst().endsWith("\"op\":\"reload\",\"outcome\":\"begun\"}"));
      List<String> after = commands(place);
      assertEquals(2, after.size(), after.toString());
      assertTrue(after.get(1).contains("\"outcome\":\"done\""), after.get(1));
      assertTrue(after.get(1).contains("0 changes applied"), after.get(1));
    } finally {
      timer.shutdownNow();
    }
  }
}
