package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bora.door.gsi.door.GsiClient.Credential;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A caller whose connections are all at work: its newest is closed without an answer. */
@Timeout(120)
@ExtendWith(TryGrid.Extension.class)
class FullCallerIT {

  /** Answers when it is told to. */
  private static final class Slow extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private final transient CountDownLatch begun = new CountDownLatch(1);
    private final transient CountDownLatch go = new CountDownLatch(1);

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      begun.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void theAdministratorHearsWhoseConnectionWasClosed(TryGrid grid) throws Exception {
    Slow slow = new Slow();
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    Credential alice = Credential.read(grid.proxy("alice-voms"));
    var bounds = new ConnectionBounds(100, 100, 50, 1, Duration.ofSeconds(15), List.of());
    try (OpenDoor door =
            OpenDoor.open(
                OpenDoor.settings(Duration.ofSeconds(20), bounds),
                grid.tls(EngineChoice.AUTOMATIC),
                grid.trust(),
                slow,
                (host, reason) -> told.add(host + " " + reason));
        GsiClient working = GsiClient.connect(door.port(), alice)) {
      working.send("0");
      CompletableFuture<Integer> answer =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return working.post().status();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      slow.begun.await();
      try (GsiClient second = GsiClient.connect(door.port(), alice)) {
        second.send("0");
        assertEquals(-1, second.read(), "it ends, and nothing else is said to the client");
      }
      String line = told.poll(20, TimeUnit.SECONDS);
      assertNotNull(line, "nobody was told of");
      assertTrue(line.startsWith("127.0.0.1 "), line);
      assertTrue(line.contains("connections.per-caller"), line);
      assertTrue(line.contains("/CN="), line);
      slow.go.countDown();
      assertEquals(200, answer.get());
    }
    assertTrue(told.isEmpty(), told::toString);
  }
}
