package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.Administrator;
import org.bora.admin.Refused;
import org.junit.jupiter.api.Test;

class DeskRoutesTest {

  private static Optional<String> state(Map<String, String> parameters) throws Refused {
    return DeskRoutes.state(
        AdminCall.of("GET", "/v1/recalls", parameters, AdminCall.Body.NONE, Administrator.LOCAL));
  }

  @Test
  void aStateThatIsNoneIsNotAnsweredAsIfNothingWereWanted() throws Refused {
    assertEquals(Optional.of("WAITING"), state(Map.of("state", "waiting")));
    assertEquals(Optional.empty(), state(Map.of()));
    Refused refused = assertThrows(Refused.class, () -> state(Map.of("state", "wating")));
    String said = refused.reply().text();
    assertTrue(said.contains("there are running, waiting, unlocated"), said);
  }
}
