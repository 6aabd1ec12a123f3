package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AddressBoundTest {

  @Test
  void anAddressHasItsShareAndAllHaveTheWhole() {
    AddressBound bound = new AddressBound(3, 2);
    assertTrue(bound.take("192.0.2.1"));
    assertTrue(bound.take("192.0.2.1"));
    assertFalse(bound.take("192.0.2.1"));
    assertTrue(bound.take("192.0.2.2"));
    assertFalse(bound.take("192.0.2.3"));
    bound.giveBack("192.0.2.1");
    assertTrue(bound.take("192.0.2.3"));
    assertFalse(bound.take("192.0.2.1"));
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
