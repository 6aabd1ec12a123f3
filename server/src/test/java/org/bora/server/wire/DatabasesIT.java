package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.database.DatabaseSettings;
import org.bora.server.service.NotifySocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DatabasesIT {
  private final List<String> told = new ArrayList<>();
  private final Databases databases = new Databases(told::add, NotifySocket.nobody());

  @Test
  void aDatabaseThatIsNotThereIsNamed() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    DatabaseSettings settings = at(port, "x-secret");

    StartFailure failure =
        assertThrows(StartFailure.class, () -> databases.open(settings, Duration.ofMillis(300)));

    assertTrue(
        failure.getMessage().startsWith("database.url: no database answers at " + settings.url()),
        failure.getMessage());
    assertFalse(failure.getMessage().contains("x-secret"), failure.getMessage());
    assertEquals(List.of(), told, "a server that starts within seconds is no news");
  }

  @Test
  void whatTheServerSaysIsPassedOn() throws Exception {
    Thread refusing;
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      refusing = Thread.ofVirtual().start(() -> refuseAll(server));
      DatabaseSettings settings = at(server.getLocalPort(), "");

      StartFailure failure =
          assertThrows(StartFailure.class, () -> databases.open(settings, Duration.ofMillis(300)));

      assertTrue(failure.getMessage().contains("Too many connections"), failure.getMessage());
    }
    assertTrue(refusing.join(Duration.ofMinutes(1)), "the server does not end");
  }

  /** An ERR packet in place of the greeting (MySQL client/server protocol, ERR_Packet). */
  private static void refuseAll(ServerSocket server) {
    byte[] text = "Too many connections".getBytes(StandardCharsets.US_ASCII);
    byte[] packet = new byte[4 + 3 + text.length];
    packet[0] = (byte) (3 + text.length);
    packet[4] = (byte) 0xff;
    packet[5] = (byte) (1040 & 0xff);
    packet[6] = (byte) (1040 >> 8);
    System.arraycopy(text, 0, packet, 7, text.length);
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getOutputStream().write(packet);
      } catch (IOException gone) {
        // this client, or the end of the test
      }
    }
  }

  private static DatabaseSettings at(int port, String password) {
    return DatabaseSettings.defaults(
        "jdbc:mysql://127.0.0.1:" + port + "/bora?sslMode=DISABLED", "bora", password);
  }
}
