package org.bora.gridftp.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchSettingsTest {

  private static final Duration TEN = Duration.ofSeconds(10);

  @Test
  void aTimeoutLongerThanTheIntervalIsRefusedWithBothValues() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> new WatchSettings(TEN, Duration.ofSeconds(11), 2, 2));
    assertEquals("timeout is 11s, allowed are 10ms to 10s", refusal.getMessage());
  }

  @Test
  void countsBelowOneAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new WatchSettings(TEN, Duration.ofSeconds(1), 0, 2));
    assertThrows(
        IllegalArgumentException.class, () -> new WatchSettings(TEN, Duration.ofSeconds(1), 2, 0));
  }

  @Test
  void anIntervalThatWouldHammerTheServerIsRefused() {
    Duration tooShort = Duration.ofMillis(99);
    assertThrows(IllegalArgumentException.class, () -> new WatchSettings(tooShort, tooShort, 2, 2));
  }

  @Test
  void aDeadServerIsClosedWithinTwentySecondsByDefault() {
    WatchSettings defaults = WatchSettings.defaults();
    assertEquals(20, defaults.interval().multipliedBy(defaults.failuresToClose()).toSeconds());
  }
}
