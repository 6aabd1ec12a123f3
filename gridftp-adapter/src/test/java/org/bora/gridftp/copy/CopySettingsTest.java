package org.bora.gridftp.copy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopySettingsTest {

  @Test
  void theDefaultsAreWithinTheBounds() {
    assertDoesNotThrow(CopySettings::defaults);
  }

  @ParameterizedTest
  @CsvSource({"0, 60, 60", "65, 60, 60", "4, 14, 60", "4, 86401, 60", "4, 60, 0", "4, 60, 601"})
  void whatIsOutOfBoundsIsRefused(int streams, int stallSeconds, int answerSeconds) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new CopySettings(
                streams,
                Duration.ofSeconds(stallSeconds),
                Duration.ofSeconds(answerSeconds),
                true));
  }
}
