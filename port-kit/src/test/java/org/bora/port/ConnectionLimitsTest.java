package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.InetAddress;
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
