package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionLimitsTest {

  @ParameterizedTest
  @CsvSource({
    "10000, 8000, 5000, 4000",
    "10000, 8000, 20000, 8000",
    "1000, 8, 1, 1",
    "1000000, 1000000, 1000000, 1000000"
  })
  void anAddressHasTheSameShareBeforeItsFirstRequest(
      int most, int beforeRequest, int perAddress, int share) {
    var limits = new ConnectionLimits(most, beforeRequest, perAddress, 1);

    assertEquals(share, limits.perAddressBeforeRequest());
  }

  @ParameterizedTest
  @CsvSource({
    "connections, 3", "connections, 100001",
    "perAddress, 0", "perAddress, 100001",
    "perCaller, 0", "perCaller, 100001",
    "requestTime, PT0.9S", "requestTime, PT10M1S"
  })
  void aValueOutOfBoundsIsToldWithItsKey(String key, String value) {
    var refusal = assertThrows(IllegalArgumentException.class, () -> with(key, value));

    assertEquals(0, refusal.getMessage().indexOf(key + " is " + value + ", allowed are "));
  }

  @ParameterizedTest
  @CsvSource({
    "connections, 4", "connections, 100000",
    "perAddress, 1", "perAddress, 100000",
    "perCaller, 1", "perCaller, 100000",
    "requestTime, PT1S", "requestTime, PT10M"
  })
  void theBoundsThemselvesAreAllowed(String key, String value) {
    with(key, value);
  }

  private static PortBounds with(String key, String value) {
    PortBounds usual = PortBounds.of(100);
    return new PortBounds(
        key.equals("connections") ? Integer.parseInt(value) : usual.connections(),
        key.equals("perAddress") ? Integer.parseInt(value) : usual.perAddress(),
        key.equals("perCaller") ? Integer.parseInt(value) : usual.perCaller(),
        key.equals("requestTime") ? Duration.parse(value) : usual.requestTime());
  }

  @Test
  void anIpv4AddressAndSixtyFourBitsOfIpv6CountAsOne() {
    assertEquals(block("2001:db8::1"), block("2001:db8::ffff:0:0:2"));
    assertFalse(block("2001:db8::1").equals(block("2001:db8:0:1::1")));
    assertFalse(block("192.0.2.1").equals(block("192.0.2.2")));
    assertFalse(block("0.0.0.0").equals(block("::")));
  }

  private static AddressBlock block(String address) {
    return AddressBlock.of(InetAddress.ofLiteral(address));
  }
}
