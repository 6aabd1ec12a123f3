package org.bora.backend.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListingSettingsTest {

  @Test
  void theDefaultsSwitchAfterASecond() {
    assertEquals(
        new ListingSettings(Duration.ofSeconds(1), 16, Duration.ofMinutes(10), Duration.ofHours(1)),
        ListingSettings.defaults());
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 1, PT1S, PT1S",
    "PT1H1S, 1, PT1S, PT1S",
    "PT1S, -1, PT1S, PT1S",
    "PT1S, 1001, PT1S, PT1S",
    "PT1S, 1, PT0.9S, PT1S",
    "PT1S, 1, P2D, PT1S",
    "PT1S, 1, PT1S, PT0S",
    "PT1S, 1, PT1S, P31D"
  })
  void impossibleSettingsAreRefused(
      Duration asyncAfter, int atOnce, Duration longest, Duration kept) {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ListingSettings(asyncAfter, atOnce, longest, kept));
  }
}
