package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionBoundsTest {

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
