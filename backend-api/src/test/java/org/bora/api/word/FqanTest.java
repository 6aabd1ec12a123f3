package org.bora.api.word;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FqanTest {

  @Test
  void groupAndRoleAreTakenApart() {
    Fqan fqan = Fqan.parse("/testvo/prod/Role=production/Capability=NULL");
    assertEquals(new Fqan("/testvo/prod", "production"), fqan);
    assertEquals("testvo", fqan.vo());
    assertEquals("/testvo/prod/Role=production", fqan.toString());
  }

  @Test
  void nullRoleIsNoRole() {
    assertEquals(new Fqan("/testvo", ""), Fqan.parse("/testvo/Role=NULL/Capability=NULL"));
    assertEquals("/testvo", Fqan.parse("/testvo").toString());
  }

  @Test
  void aNameWithoutVoIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Fqan.parse("testvo"));
    assertThrows(IllegalArgumentException.class, () -> Fqan.parse("/"));
    assertThrows(IllegalArgumentException.class, () -> Fqan.parse(""));
  }

  @Test
  void theVoOfACallerIsThatOfThePrimaryAttribute() {
    Caller caller =
        new Caller("/CN=a", "/CN=ca", List.of(Fqan.parse("/one/x"), Fqan.parse("/two")), "::1");
    assertEquals(Optional.of("one"), caller.vo());
    assertEquals(Optional.empty(), new Caller("/CN=a", "/CN=ca", List.of(), "::1").vo());
  }
}
