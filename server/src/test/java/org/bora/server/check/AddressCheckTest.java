package org.bora.server.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AddressCheckTest {
  private static final String KEY = "endpoint.address";

  private static MachineFinding look(String address, boolean canListen) {
    return new AddressCheck(any -> canListen).of(KEY, address).orElseThrow();
  }

  @Test
  void anAddressOfThisMachineIsGood() {
    for (String address : List.of("127.0.0.1", "0.0.0.0", "::1", "::")) {
      assertEquals(
          Optional.empty(), new AddressCheck(any -> false).of(KEY, address), () -> address);
    }
  }

  @Test
  void anAddressThatMovesBetweenMachinesIsNotRefusedWhereTheKernelLetsItBe() {
    MachineFinding finding = look("203.0.113.7", true);
    assertFalse(finding.grave());
    assertTrue(finding.text().contains("clients cannot connect until"), finding.text());
  }

  @Test
  void whereItDoesNotTheWayOutIsTold() {
    MachineFinding finding = look("203.0.113.7", false);
    assertTrue(finding.grave());
    assertTrue(finding.text().contains("sysctl net.ipv4.ip_nonlocal_bind=1"), finding.text());
    assertTrue(look("2001:db8::7", false).text().contains("net.ipv6."), "of its family");
  }
}
