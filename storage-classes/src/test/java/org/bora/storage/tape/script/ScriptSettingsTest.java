package org.bora.storage.tape.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bora.storage.tape.wire.TapeOperation;
import org.bora.storage.tape.wire.Verification;
import org.junit.jupiter.api.Test;

class ScriptSettingsTest {
  private static final ScriptTimes TIMES = ScriptTimes.defaults();

  private static void refused(String part, Runnable making) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, making::run);
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }

  @Test
  void oneProgramServesAllOperations() {
    ScriptSettings settings = ScriptSettings.of(List.of("/bin/true", "x"), 3, TIMES);
    for (TapeOperation operation : TapeOperation.values()) {
      assertEquals(List.of("/bin/true", "x"), settings.commands().get(operation));
    }
  }

  @Test
  void everyOperationHasAProgramByItsAbsolutePath() {
    refused("migrate", () -> ScriptSettings.of(List.of(), 1, TIMES));
    refused("absolute", () -> ScriptSettings.of(List.of("true"), 1, TIMES));
    refused("NUL", () -> ScriptSettings.of(List.of("/bin/true", "a\0b"), 1, TIMES));
    refused(
        "has 0 words",
        () ->
            new ScriptSettings(
                Map.of(TapeOperation.MIGRATE, List.of("/bin/true")),
                1,
                new TreeMap<>(),
                TIMES,
                Verification.CHECKSUM));
  }

  @Test
  void drivesAreWithinBounds() {
    refused("drives", () -> ScriptSettings.of(List.of("/bin/true"), 0, TIMES));
    refused("drives", () -> ScriptSettings.of(List.of("/bin/true"), 1001, TIMES));
  }

  @Test
  void variablesHaveNamesThatShellsKnow() {
    Map<TapeOperation, List<String>> commands =
        ScriptSettings.of(List.of("/bin/true"), 1, TIMES).commands();
    for (String name : List.of("", "A-B", "1A", "BORA_LIBRARY")) {
      refused(
          "environment",
          () ->
              new ScriptSettings(
                  commands, 1, new TreeMap<>(Map.of(name, "x")), TIMES, Verification.CHECKSUM));
    }
  }

  @Test
  void timesAreWithinBounds() {
    Duration second = Duration.ofSeconds(1);
    refused("batch", () -> new ScriptTimes(Duration.ZERO, second, second, second));
    refused("batch", () -> new ScriptTimes(Duration.ofDays(31), second, second, second));
    refused("silence", () -> new ScriptTimes(second, Duration.ofSeconds(2), second, second));
    refused("query", () -> new ScriptTimes(second, second, Duration.ofHours(2), second));
    refused("grace", () -> new ScriptTimes(second, second, second, Duration.ofMillis(-1)));
  }
}
