package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
  @CsvSource({"447", "4544"})
  void theOwnerOfADirectoryHasAllRightsThere(int mode) {
    DirectorySettings usual = DirectorySettings.defaults();
    assertThrows(IllegalArgumentException.class, () -> usual.withMode(mode));
  }
}
