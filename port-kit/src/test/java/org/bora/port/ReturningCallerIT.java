package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** A caller that may have one connection, and uses one after the other. */
class ReturningCallerIT {
  private static final Duration TIME = Duration.ofSeconds(60);

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch known = new CountDownLatch(1);

  private final class Answers extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Sending sending = (Sending) request.getAttribute(Sending.ATTRIBUTE);
      if (Request.getPathInContext(request).equals("/first")) {
        String stay = sending.comesFrom("alice").name();
        begun.countDown();
        write(response, stay, Callback.from(() -> await(known), callback));
      } else {
        Thread serving = Thread.currentThread();
        Thread.startVirtualThread(() -> goOnOnceItWaits(serving));
        write(response, sending.comesFrom("alice").name(), callback);
      }
      return true;
    }

    private static void write(Response response, String text, Callback callback) {
      response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), callback);
    }
  }

  /** The client has the first answer, and the port gets to know it only now. */
  private void goOnOnceItWaits(Thread serving) {
    while (serving.isAlive() && serving.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    known.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(TIME.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static Socket ask(GuardedPort port, String path) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), port.port());
    client.setSoTimeout(Math.toIntExact(TIME.toMillis()));
    String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  /** The body of the answer; the connection stays open. */
  private static String answer(Socket client) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = client.getInputStream().read();
      assertTrue(next >= 0, "there was no answer");
      head.append((char) next);
    }
    String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+)\r\n.*", "$1");
    byte[] body = client.getInputStream().readNBytes(Integer.parseInt(length));
    return new String(body, StandardCharsets.US_ASCII);
  }

  @Test
  void aConnectionWhoseAnswerHasJustLeftDoesNotTurnTheNextOneAway() throws Exception {
    PortBounds bounds = new PortBounds(8, 8, 1, TIME);
    try (GuardedPort port =
        new GuardedPort(
            new PortSettings("again", "127.0.0.1", 0, 1_024, bounds, Optional.empty()),
            new Answers())) {
      port.open();
      try (Socket first = ask(port, "/first")) {
        await(begun);
        assertEquals("YES", answer(first));
        try (Socket second = ask(port, "/second")) {
          assertEquals("YES", answer(second), "the first is done");
        }
      } finally {
        known.countDown();
      }
    }
  }
}
