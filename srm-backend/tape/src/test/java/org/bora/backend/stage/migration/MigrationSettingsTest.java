package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MigrationSettingsTest {
  private final MigrationSettings settings = MigrationSettings.defaults();

  @Test
  void eachFailureDoublesTheWaitUpToTheMost() {
    assertEquals(Duration.ofMinutes(1), settings.backOff(1));
    assertEquals(Duration.ofMinutes(2), settings.backOff(2));
    assertEquals(Duration.ofMinutes(32), settings.backOff(6));
    assertEquals(Duration.ofHours(1), settings.backOff(7));
    assertEquals(Duration.ofHours(1), settings.backOff(Integer.MAX_VALUE));
  }

  @Test
  void aLeaseOutlivesThreeLooks() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new MigrationSettings(
                settings.policy(),
                Duration.ofSeconds(20),
                Duration.ofSeconds(59),
                settings.retryFirst(),
                settings.retryMost(),
                settings.alarmAfter(),
                settings.removalGrace()));
  }
}
