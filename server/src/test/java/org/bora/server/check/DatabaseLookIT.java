package org.bora.server.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.bora.backend.database.DatabaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DatabaseLookIT {

  @Test
  void eachServerThatDoesNotAnswerIsNamed() throws IOException {
    String one = "127.0.0.1:" + closedPort();
    String two = "localhost:" + closedPort();
    DatabaseSettings settings =
        DatabaseSettings.defaults(
            "jdbc:mysql://" + one + "," + two + "/bora?sslMode=DISABLED", "bora", "x-secret");

    List<MachineFinding> findings = DatabaseLook.at(settings);

    assertEquals(2, findings.size(), findings::toString);
    assertTrue(findings.stream().allMatch(MachineFinding::grave), findings::toString);
    assertTrue(findings.getFirst().text().contains(one), findings::toString);
    assertTrue(findings.getLast().text().contains(two), findings::toString);
    assertFalse(findings.toString().contains("x-secret"), findings::toString);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return closed.getLocalPort();
    }
  }
}
