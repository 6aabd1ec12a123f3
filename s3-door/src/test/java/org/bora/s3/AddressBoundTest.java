package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AddressBoundTest {

  @Test
  void anAddressHasItsShareAndAllHaveTheWhole() {
    AddressBound bound = new AddressBound(5, 2);
    assertTrue(bound.take("192.0.2.1"));
    assertTrue(bound.take("192.0.2.1"));
    assertFalse(bound.take("192.0.2.1"));
    assertTrue(bound.take("192.0.2.2"));
    assertTrue(bound.take("192.0.2.3"));
    assertTrue(bound.take("192.0.2.4"), "who has none gets the last one");
    assertFalse(bound.take("192.0.2.5"));
    bound.giveBack("192.0.2.1");
    assertTrue(bound.take("192.0.2.5"));
    assertFalse(bound.take("192.0.2.1"));
  }

  @Test
  void fewAddressesThatTakeWhatTheyGetLeaveRoomForOthers() {
    AddressBound bound =
        new AddressBound(SignedCallers.MOST_FORMS, SignedCallers.MOST_FORMS_OF_ADDRESS);
    for (int round = 0; round < SignedCallers.MOST_FORMS; round++) {
      for (int address = 1; address <= 64; address++) {
        bound.take("192.0.2." + address);
      }
    }
    for (int address = 1; address <= 8; address++) {
      assertTrue(bound.take("198.51.100." + address));
    }
  }

  @Test
  void aNetworkOfVersion6IsOneAddress() {
    AddressBound bound = new AddressBound(10, 2);
    assertTrue(bound.take("[2001:db8:0:1::1]"));
    assertTrue(bound.take("2001:db8:0:1:ffff::2"));
    assertFalse(bound.take("2001:db8:0:1::3"), "whoever has one has 2^64 of them");
    assertTrue(bound.take("2001:db8:0:2::1"));
    bound.giveBack("2001:db8:0:1::1");
    assertTrue(bound.take("2001:db8:0:1::3"));
  }

  @Test
  void linksAndWhatIsNoAddressAreCountedToo() {
    AddressBound bound = new AddressBound(10, 1);
    assertTrue(bound.take("fe80::1%eth0"));
    assertFalse(bound.take("fe80::2%eth1"));
    assertTrue(bound.take("::ffff:192.0.2.1"));
    assertFalse(bound.take("192.0.2.1"), "it is the same one");
    assertTrue(bound.take("unknown"));
    assertFalse(bound.take("another"));
    bound.giveBack("unknown");
    assertTrue(bound.take("another"));
  }
}
