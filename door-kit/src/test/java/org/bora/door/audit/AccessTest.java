package org.bora.door.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.bora.door.gsi.Credential;
import org.junit.jupiter.api.Test;

class AccessTest {

  @Test
  void anAddressHasOneFormWhereverItComesFrom() {
    assertEquals("2001:db8:0:0:0:0:0:7", client("[2001:db8:0:0:0:0:0:7]"));
    assertEquals("2001:db8:0:0:0:0:0:7", client("2001:db8:0:0:0:0:0:7"));
    assertEquals("192.0.2.7", client("192.0.2.7"));
  }

  @Test
  void theOrganisationIsThatOfThePrimaryAttribute() {
    Credential plain = new Credential("0A", Instant.EPOCH, 1, "rfc3820", Optional.empty());
    Credential member =
        new Credential(
            "0A",
            Instant.EPOCH,
            1,
            "rfc3820",
            Optional.of(new Credential.AttributeCertificate("atlas", "/CN=voms", "0B")));
    assertEquals(Optional.empty(), new Access("h", Optional.empty(), false).vo());
    assertEquals(Optional.empty(), new Access("h", Optional.of(plain), false).vo());
    assertEquals(Optional.of("atlas"), new Access("h", Optional.of(member), false).vo());
  }

  private static String client(String from) {
    return new Access(from, Optional.empty(), false).client();
  }
}
