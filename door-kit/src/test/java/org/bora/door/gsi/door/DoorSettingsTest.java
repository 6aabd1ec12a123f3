package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoorSettingsTest {

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void aPortIsOne(int port) {
    DoorSettings usual = DoorSettings.defaults();
    assertThrows(IllegalArgumentException.class, () -> usual.at("", port, usual.bodyTimeout()));
  }

  @ParameterizedTest
  @ValueSource(longs = {999, 600_001})
  void bodiesHaveASecondToTenMinutes(long millis) {
    DoorSettings usual = DoorSettings.defaults();
    assertThrows(IllegalArgumentException.class, () -> usual.at("", 0, Duration.ofMillis(millis)));
  }

  @Test
  void clientsFindTheDefaultPort() {
    assertEquals(8444, DoorSettings.defaults().port());
  }
}
