package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionBoundsTest {

  private static ConnectionBounds with(String key, String value) {
    ConnectionBounds usual = ConnectionBounds.defaults();
    return new ConnectionBounds(
        key.equals("most") ? Integer.parseInt(value) : usual.most(),
        key.equals("beforeHttp") ? Integer.parseInt(value) : usual.beforeHttp(),
        key.equals("perAddress") ? Integer.parseInt(value) : usual.perAddress(),
        key.equals("perCaller") ? Integer.parseInt(value) : usual.perCaller(),
        key.equals("patience") ? Duration.parse(value) : usual.patience(),
        usual.balancers());
  }

  @ParameterizedTest
  @CsvSource({
    "most, 0", "most, 1000001",
    "beforeHttp, 0", "beforeHttp, 1000001",
    "perAddress, 0", "perAddress, 1000001",
    "perCaller, 0", "perCaller, 1000001",
    "patience, PT0.9S", "patience, PT11M"
  })
  void aValueOutOfBoundsIsToldWithItsKey(String key, String value) {
    var refusal = assertThrows(IllegalArgumentException.class, () -> with(key, value));

    assertEquals(0, refusal.getMessage().indexOf(key + " is " + value + ", allowed are "));
  }

  @ParameterizedTest
  @CsvSource({
    "most, 1", "most, 1000000",
    "beforeHttp, 1", "beforeHttp, 1000000",
    "perAddress, 1", "perAddress, 1000000",
    "perCaller, 1", "perCaller, 1000000",
    "patience, PT1S", "patience, PT10M"
  })
  void theBoundsThemselvesAreAllowed(String key, String value) {
    with(key, value);
  }

  @Test
  void twoThousandClientsOfOneAddressAreFarFromTheDefaults() {
    assertTrue(ConnectionBounds.defaults().limits().perAddressBeforeRequest() >= 2 * 2_000);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.0/24, 192.0.2.255, 192.0.3.0",
    "192.0.2.77/24, 192.0.2.1, 192.0.1.255",
    "192.0.2.128/25, 192.0.2.128, 192.0.2.127",
    "192.0.2.7, 192.0.2.7, 192.0.2.6",
    "0.0.0.0/0, 198.51.100.1, 2001:db8::1",
    "2001:db8::/33, 2001:db8:7fff::1, 2001:db8:8000::1",
    "::1, ::1, ::2"
  })
  void aRangeHoldsTheAddressesThatBeginLikeIt(String range, String in, String out) {
    AddressRange read = AddressRange.parse(range);

    assertTrue(read.contains(InetAddress.ofLiteral(in)));
    assertFalse(read.contains(InetAddress.ofLiteral(out)));
  }

  @ParameterizedTest
  @CsvSource({"localhost", "192.0.2.0/33", "192.0.2.0/-1", "2001:db8::/129", "192.0.2.0/", "''"})
  void whatIsNoRangeIsRefusedWithoutAskingForNames(String text) {
    assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(text));
  }
}
