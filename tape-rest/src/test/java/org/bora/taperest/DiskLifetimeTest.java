package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiskLifetimeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PT1H|PT1H",
        "PT28800S|PT8H",
        "P1DT12H|PT36H",
        "P2W|P14D",
        "P1M|P30D",
        "P1Y2M3W4DT5H6M7S|P450DT5H6M7S",
        "PT0.5H|PT30M",
        "PT1,5M|PT90S",
        "PT0.1S|PT1S",
        "PT0S|PT0S"
      })
  void allDurationsOfIso8601AreTaken(String text, Duration meant) {
    assertEquals(Optional.of(meant), DiskLifetime.parse(text));
  }

  @Test
  void whatIsLongerThanAnyPinIsTakenToo() {
    assertEquals(
        Optional.of(Duration.ofDays(999_999_999L * 365)), DiskLifetime.parse("P999999999Y"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "PT",
        "P1DT",
        "1H",
        "P1H",
        "PT1D",
        "-PT1S",
        "PT-1S",
        "P1D1W",
        "pt1h",
        "PT1.H",
        "PT9999999999S",
        " PT1H",
        "PT1H\n"
      })
  void nothingElseIs(String text) {
    assertEquals(Optional.empty(), DiskLifetime.parse(text));
  }
}
