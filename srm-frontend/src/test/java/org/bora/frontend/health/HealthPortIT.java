package org.bora.frontend.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
