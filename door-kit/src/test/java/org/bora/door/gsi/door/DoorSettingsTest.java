package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoorSettingsTest {

  private static DoorSettings with(String key, String value) {
    DoorSettings usual = DoorSettings.defaults();
    return new DoorSettings(
        usual.bindAddress(),
        key.equals("port") ? Integer.parseInt(value) : usual.port(),
        usual.bounds(),
        key.equals("acceptQueue") ? Integer.parseInt(value) : usual.acceptQueue(),
        key.equals("handshakeTimeout") ? Duration.parse(value) : usual.handshakeTimeout(),
        key.equals("delegationTimeout") ? Duration.parse(value) : usual.delegationTimeout(),
        key.equals("bodyTimeout") ? Duration.parse(value) : usual.bodyTimeout(),
        key.equals("idleTimeout") ? Duration.parse(value) : usual.idleTimeout(),
        key.equals("requestHeadBytes") ? Integer.parseInt(value) : usual.requestHeadBytes(),
        key.equals("drainTimeout") ? Duration.parse(value) : usual.drainTimeout());
  }

  @ParameterizedTest
  @CsvSource({
    "port, -1", "port, 65536",
    "acceptQueue, 0", "acceptQueue, 65536",
    "handshakeTimeout, PT0.9S", "handshakeTimeout, PT11M",
    "delegationTimeout, PT0S", "delegationTimeout, PT11M",
    "bodyTimeout, PT0.9S", "bodyTimeout, PT11M",
    "idleTimeout, PT0S", "idleTimeout, PT1H1M",
    "requestHeadBytes, 1023", "requestHeadBytes, 65537",
    "drainTimeout, PT-1S", "drainTimeout, PT11M"
  })
  void aValueOutOfBoundsIsToldWithItsKey(String key, String value) {
    var refusal = assertThrows(IllegalArgumentException.class, () -> with(key, value));

    assertEquals(0, refusal.getMessage().indexOf(key + " is " + value + ", allowed are "));
  }

  @ParameterizedTest
  @CsvSource({
    "port, 0",
    "port, 65535",
    "acceptQueue, 1",
    "handshakeTimeout, PT1S",
    "delegationTimeout, PT10M",
    "bodyTimeout, PT1S",
    "idleTimeout, PT1H",
    "requestHeadBytes, 65536",
    "drainTimeout, PT0S"
  })
  void theBoundsThemselvesAreAllowed(String key, String value) {
    with(key, value);
  }

  @Test
  void clientsFindTheDefaultPort() {
    assertEquals(8444, DoorSettings.defaults().port());
  }
}
