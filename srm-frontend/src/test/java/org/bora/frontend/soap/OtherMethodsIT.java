package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP has more methods than an SRM. */
class OtherMethodsIT extends OnEndpoint {

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND", "X"})
  void isNotAllowedAndEchoesNothing(String method) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.setSoTimeout(20_000);
      String request =
          method
              + " "
              + SrmServlet.PATH
              + " HTTP/1.1\r\nHost: localhost\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertTrue(answer.startsWith("HTTP/1.1 405"), answer);
      assertFalse(answer.contains("s3cret"), answer);
    }
  }
}
