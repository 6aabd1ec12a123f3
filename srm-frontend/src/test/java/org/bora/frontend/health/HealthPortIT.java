package org.bora.frontend.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HealthPortIT {
  private static final HealthSettings ANY = new HealthSettings("127.0.0.1", OptionalInt.of(0));

  private final AtomicBoolean ready = new AtomicBoolean(true);
  private final HttpClient client = HttpClient.newHttpClient();
  private HealthPort port;

  @BeforeEach
  void open() throws IOException {
    port = HealthPort.start(ANY, ready::get);
  }

  @AfterEach
  void close() {
    port.close();
    client.close();
  }

  @Test
  void itIsReadyUntilItSaysThatItIsNot() throws Exception {
    assertEquals(200, status("GET", "/ready"));
    assertEquals(200, status("HEAD", "/ready"));
    ready.set(false);
    assertEquals(503, status("GET", "/ready"));
    assertEquals(200, status("GET", "/live"));
    ready.set(true);
    assertEquals(200, status("GET", "/ready"));
  }

  @Test
  void nothingElseIsTold() throws Exception {
    assertEquals(404, status("GET", "/"));
    assertEquals(404, status("GET", "/srm/managerv2"));
    assertEquals(405, status("POST", "/ready"));
    assertEquals(405, status("OPTIONS", "/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0016\u0003\u0001\u0002\u0000\u0001",
        "GET /ready HTTP/1.1\r\nHost: h\r\nX: LONG\r\n\r\n",
        "GET /../../etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /ready HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /ready HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000\r\n\r\nLONG",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\r\n\r\n\r\nLONG"
      })
  void junkIsSentAwayAndTheNextIsAnswered(String junk) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
      socket.setSoTimeout(20_000);
      byte[] sent = junk.replace("LONG", "x".repeat(50_000)).getBytes(StandardCharsets.US_ASCII);
      socket.getOutputStream().write(sent);
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
    } catch (SocketException reset) {
      // as good an end as any
    }
    assertEquals(200, status("GET", "/ready"));
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    HealthSettings taken = new HealthSettings("127.0.0.1", OptionalInt.of(port.port()));
    var refused =
        assertThrows(IOException.class, () -> HealthPort.start(taken, ready::get).close());
    assertTrue(refused.getMessage().contains(":" + port.port()), refused.getMessage());
  }

  private int status(String method, String path) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }
}
