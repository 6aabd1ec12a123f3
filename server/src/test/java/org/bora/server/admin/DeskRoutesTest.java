package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.Administrator;
import org.junit.jupiter.api.Test;

class DeskRoutesTest {

  private static Optional<String> state(Map<String, String> parameters) throws AdminRefusal {
    return DeskRoutes.state(
        AdminCall.of("GET", "/v1/recalls", parameters, AdminCall.Body.NONE, Administrator.LOCAL));
  }

  @Test
  void aStateThatIsNoneIsNotAnsweredAsIfNothingWereWanted() throws AdminRefusal {
    assertEquals(Optional.of("WAITING"), state(Map.of("state", "waiting")));
    assertEquals(Optional.empty(), state(Map.of()));
    AdminRefusal refused = assertThrows(AdminRefusal.class, () -> state(Map.of("state", "wating")));
    String said = refused.reply().text();
    assertTrue(said.contains("there are running, waiting, unlocated"), said);
  }
}
