package org.bora.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bora.api.figures.LastErrors;
import org.bora.api.word.Caller;
import org.bora.door.admit.Admission;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.AccessAudit;
import org.bora.door.gsi.Identity;
import org.bora.port.GuardedPort;
import org.bora.port.PortBounds;
import org.bora.port.PortSettings;
import org.bora.port.Sending;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller with a token may have one connection to this port, and opens two. */
class TooManyConnectionsIT {
  private static final int PATIENCE_SECONDS = 30;

  private static final String TOLD =
      "you have too many connections, and all of them are at work, retry in 5 s\n";

  private final Set<String> files = ConcurrentHashMap.newKeySet();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private ExecutorService threads;
  private GuardedPort port;

  /** Removes names; the first removal waits until the test lets it go on. */
  private final class Removals implements HttpService {
    @Override
    public boolean isFor(Request request) {
      return true;
    }

    @Override
    public String name(Request request) {
      return "DELETE";
    }

    @Override
    public Admission room(Request request) {
      return identity ->
          new Verdict.Admitted(
              ((Identity.Known) identity).caller(), Instant.now().plusSeconds(60), () -> {});
    }

    @Override
    public boolean storesBody(Request request) {
      return false;
    }

    @Override
    public void serve(Exchange exchange) {
      begun.countDown();
      await(go);
      files.remove(Request.getPathInContext(exchange.request()));
      exchange.answer(204);
    }
  }

  /** The name in the token is that of its caller. */
  private static final class Bearers extends Handler.Wrapper {
    Bearers(Handler service) {
      super(service);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String name = "/CN=" + request.getHeaders().get(HttpHeader.AUTHORIZATION);
      Caller caller = new Caller(name, "/CN=issuer", List.of(), "localhost");
      request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(caller));
      if (Request.getPathInContext(request).equals("/ending")) {
        request.setAttribute(Sending.ATTRIBUTE, new Ending());
      }
      return super.handle(request, response, callback);
    }
  }

  /** A request on a connection that was told to end when its head was about to come. */
  private static final class Ending implements Sending {
    @Override
    public void within(Duration time) {
      // it has none
    }

    @Override
    public void nextWithin(Duration time) {
      // it has none
    }

    @Override
    public Stay comesFrom(String caller) {
      return Stay.ENDING;
    }
  }

  @BeforeEach
  void open() throws IOException {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    Handler service =
        new ServiceHandler(
            new Removals(),
            new ServiceHandler.Parts(
                AccessAudit.off(),
                _ -> false,
                threads,
                () -> "trace",
                Clock.systemUTC(),
                System::nanoTime,
                new LastErrors()));
    PortBounds bounds = new PortBounds(8, 8, 1, Duration.ofSeconds(PATIENCE_SECONDS));
    port =
        new GuardedPort(
            new PortSettings("removals", "127.0.0.1", 0, 1_024, bounds, Optional.empty()),
            new Bearers(service));
    port.open();
  }

  @AfterEach
  void close() {
    go.countDown();
    port.close();
    threads.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private Socket remove(String file, String caller) throws IOException {
    files.add(file);
    Socket client = new Socket(InetAddress.getLoopbackAddress(), port.port());
    client.setSoTimeout(PATIENCE_SECONDS * 1000);
    String head =
        "DELETE " + file + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + caller + "\r\n\r\n";
    client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private static String firstLine(Socket client) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = client.getInputStream().read(); b >= 0 && b != '\r'; ) {
      line.append((char) b);
      b = client.getInputStream().read();
    }
    return line.toString();
  }

  @Test
  void nothingIsDoneForARequestOnAConnectionTooManyAndItsClientIsTold() throws Exception {
    try (Socket first = remove("/first", "alice")) {
      await(begun);
      try (Socket second = remove("/second", "alice")) {
        String answer =
            new String(second.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertTrue(answer.startsWith("HTTP/1.1 429 "), answer);
        assertTrue(answer.contains("\r\nRetry-After: 5\r\n"), answer);
        assertTrue(answer.contains("\r\nConnection: close\r\n"), answer);
        assertTrue(answer.endsWith("\r\n\r\n" + TOLD), answer);
      }
      go.countDown();
      assertEquals("HTTP/1.1 204 No Content", firstLine(first));
      assertEquals(Set.of("/second"), files);
    }
  }

  @Test
  void aRequestOnAConnectionThatEndsIsNotToldThatItsCallerHasTooMany() throws Exception {
    try (Socket client = remove("/ending", "alice")) {
      String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.startsWith("HTTP/1.1 503 "), answer);
      assertTrue(answer.contains("\r\nRetry-After: 1\r\n"), answer);
      assertTrue(answer.contains("\r\nConnection: close\r\n"), answer);
      assertTrue(
          answer.endsWith(
              "this connection is closing, and nothing was done: use a new one, retry in 1 s\n"),
          answer);
    }
    assertEquals(Set.of("/ending"), files);
  }

  @Test
  void otherCallersAndLaterConnectionsOfTheCallerAreServed() throws Exception {
    try (Socket first = remove("/first", "alice");
        Socket other = remove("/other", "bob")) {
      await(begun);
      try (Socket refused = remove("/second", "alice")) {
        assertEquals("HTTP/1.1 429 Too Many Requests", firstLine(refused));
      }
      go.countDown();
      assertEquals("HTTP/1.1 204 No Content", firstLine(other));
      assertEquals("HTTP/1.1 204 No Content", firstLine(first));
      try (Socket later = remove("/later", "alice")) {
        assertEquals("HTTP/1.1 204 No Content", firstLine(later), "the first is idle and leaves");
      }
    }
    assertEquals(Set.of("/second"), files);
  }
}
