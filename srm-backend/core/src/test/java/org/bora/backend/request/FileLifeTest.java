package org.bora.backend.request;

import static org.bora.api.word.FileStorageType.DURABLE;
import static org.bora.api.word.FileStorageType.PERMANENT;
import static org.bora.api.word.FileStorageType.VOLATILE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileLifeTest {
  private static final FileLifeSettings SETTINGS =
      new FileLifeSettings(Duration.ofSeconds(100), Duration.ofSeconds(1000));

  @ParameterizedTest
  @CsvSource({"-1, 1000", "0, 100", "1, 1", "1000, 1000", "1001, 1000", "2147483647, 1000"})
  void aFileLivesAsLongAsItsWriterWantsButNoLongerThanTheSiteAllows(int wanted, int granted) {
    assertEquals(new FileLife(VOLATILE, granted), FileLife.granted(VOLATILE, wanted, SETTINGS));
    assertEquals(new FileLife(DURABLE, granted), FileLife.granted(DURABLE, wanted, SETTINGS));
    assertEquals(FileLife.PERMANENT, FileLife.granted(PERMANENT, wanted, SETTINGS));
  }

  @Test
  void onlyPermanentFilesHaveNoEnd() {
    assertThrows(IllegalArgumentException.class, () -> new FileLife(PERMANENT, 5));
    assertThrows(IllegalArgumentException.class, () -> new FileLife(VOLATILE, -1));
    assertThrows(IllegalArgumentException.class, () -> new FileLife(DURABLE, 0));
  }

  @ParameterizedTest
  @CsvSource({"PT0S, PT1H", "PT2H, PT1H", "PT1H, PT87600H1S"})
  void impossibleSettingsAreRefused(Duration preset, Duration maximum) {
    assertThrows(IllegalArgumentException.class, () -> new FileLifeSettings(preset, maximum));
  }

  @Test
  void theDefaultsAreAWeekAndAYear() {
    assertEquals(
        new FileLifeSettings(Duration.ofDays(7), Duration.ofDays(365)),
        FileLifeSettings.defaults());
  }
}
