package org.bora.door.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccessTest {

  @Test
  void anAddressHasOneFormWhereverItComesFrom() {
    assertEquals("2001:db8:0:0:0:0:0:7", client("[2001:db8:0:0:0:0:0:7]"));
    assertEquals("2001:db8:0:0:0:0:0:7", client("2001:db8:0:0:0:0:0:7"));
    assertEquals("192.0.2.7", client("192.0.2.7"));
  }

  private static String client(String from) {
    return new Access(from, Optional.empty(), false).client();
  }
}
