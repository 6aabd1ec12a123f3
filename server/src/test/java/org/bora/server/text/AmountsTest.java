package org.bora.server.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "59, 59 s",
    "60, 1 min",
    "70, 1 min 10 s",
    "3599, 59 min 59 s",
    "3600, 1 h",
    "3659, 1 h",
    "11520, 3 h 12 min",
    "86400, 1 d",
    "187200, 2 d 4 h"
  })
  void aDurationHasTwoUnits(long seconds, String text) {
    assertEquals(text, Amounts.duration(seconds));
  }
}
