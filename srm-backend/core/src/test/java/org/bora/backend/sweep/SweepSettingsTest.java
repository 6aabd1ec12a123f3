package org.bora.backend.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SweepSettingsTest {

  private static String refusal(Duration interval, int batch) {
    SweepSettings good = SweepSettings.defaults();
    return assertThrows(
            IllegalArgumentException.class,
            () ->
                new SweepSettings(
                    interval,
                    good.putGrace(),
                    good.orphanInterval(),
                    good.orphanGrace(),
                    good.retention(),
                    batch))
        .getMessage();
  }

  @Test
  void everyLimitIsNamedWithTheValue() {
    assertEquals("interval is PT0S, allowed are PT1S to PT24H", refusal(Duration.ZERO, 1));
    assertEquals("batch is 0, allowed are 1 to 1000", refusal(Duration.ofMinutes(1), 0));
  }
}
