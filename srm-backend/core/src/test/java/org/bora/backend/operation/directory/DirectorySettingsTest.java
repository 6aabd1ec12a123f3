package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectorySettingsTest {

  @Test
  void theDefaultsFitThePagesOfRealClients() {
    assertEquals(
        new DirectorySettings(1_000, 32, 10_000, 0755, Duration.ofSeconds(1)),
        DirectorySettings.defaults());
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 448, 10", "100000, 100, 100000, 4095, 60000"})
  void theBoundsAreAllowed(int entries, int levels, int surls, int mode, long marginMillis) {
    assertEquals(
        mode,
        new DirectorySettings(entries, levels, surls, mode, Duration.ofMillis(marginMillis))
            .directoryMode());
  }

  @ParameterizedTest
  @CsvSource({
    "maxEntries, 0, 1, 1, 448, 10",
    "maxEntries, 100001, 1, 1, 448, 10",
    "maxLevels, 1, 0, 1, 448, 10",
    "maxLevels, 1, 101, 1, 448, 10",
    "maxSurls, 1, 1, 0, 448, 10",
    "maxSurls, 1, 1, 100001, 448, 10",
    "directoryMode, 1, 1, 1, 447, 10",
    "directoryMode, 1, 1, 1, 4544, 10",
    "replyMargin, 1, 1, 1, 448, 9",
    "replyMargin, 1, 1, 1, 448, 60001"
  })
  void beyondTheBoundsTheKeyIsNamed(
      String key, int entries, int levels, int surls, int mode, long marginMillis) {
    Duration margin = Duration.ofMillis(marginMillis);

    var mistake =
        assertThrows(
            IllegalArgumentException.class,
            () -> new DirectorySettings(entries, levels, surls, mode, margin));

    assertTrue(mistake.getMessage().startsWith(key + ": "), mistake.getMessage());
  }
}
