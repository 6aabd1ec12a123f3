package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More clients at once than a port has places for. */
class FullPortIT {

  private static final int PLACES = 4;
  private static final int MORE = 60;
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final byte[] KEPT =
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final Semaphore answers = new Semaphore(0);
  private final Semaphore atWork = new Semaphore(0);
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<String>> answered = new ArrayList<>();

  @AfterEach
  void end() {
    readers.shutdownNow();
  }

  private final class Slow extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws InterruptedException {
      atWork.release();
      answers.acquire();
      response.setStatus(204);
      callback.succeeded();
      return true;
    }
  }

  private GuardedPort open() throws IOException {
    PortBounds bounds = new PortBounds(PLACES, PLACES, PLACES, TIME);
    var port =
        new GuardedPort(
            new PortSettings("full", "127.0.0.1", 0, 1_024, bounds, Optional.empty()), new Slow());
    port.open();
    return port;
  }

  private void ask(GuardedPort port) throws IOException {
    ask(port, REQUEST);
  }

  private void ask(GuardedPort port, byte[] request) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), port.port());
    client.setSoTimeout(Math.toIntExact(TIME.toMillis()));
    client.getOutputStream().write(request);
    answered.add(readers.submit(() -> answer(client)));
  }

  /** What comes until the port ends the connection, which then has both ends closed. */
  private static String answer(Socket client) throws IOException {
    try (client) {
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private void awaitOneAtWork() throws InterruptedException {
    assertTrue(atWork.tryAcquire(TIME.toSeconds(), TimeUnit.SECONDS), "no other is at work");
  }

  @Test
  void whereAllConnectionsAreAtWorkTheOthersWaitAndNoneIsClosed() throws Exception {
    try (GuardedPort port = open()) {
      for (int i = 0; i < PLACES; i++) {
        ask(port);
        awaitOneAtWork();
      }
      for (int i = 0; i < MORE; i++) {
        ask(port);
      }
      for (int i = 0; i < MORE; i++) {
        answers.release();
        awaitOneAtWork();
      }
      answers.release(PLACES);
      for (Future<String> one : answered) {
        String got = one.get(TIME.toSeconds(), TimeUnit.SECONDS);
        assertEquals("HTTP/1.1 204 No Content", got.lines().findFirst().orElse("nothing"));
      }
    }
  }

  /** Their clients keep the connections, and use them no more. */
  @Test
  void whereAllWereAtWorkAConnectionThatIsKeptMakesRoomForWhoWaits() throws Exception {
    try (GuardedPort port = open()) {
      for (int i = 0; i < PLACES; i++) {
        ask(port, KEPT);
        awaitOneAtWork();
      }
      ask(port);
      answers.release(PLACES + 1);
      String got = answered.getLast().get(TIME.toSeconds(), TimeUnit.SECONDS);
      assertEquals("HTTP/1.1 204 No Content", got.lines().findFirst().orElse("nothing"));
    }
  }
}
