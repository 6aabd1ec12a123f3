package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several requests on a connection: none is taken for a part of another. */
class KeptConnectionIT {

  private static final int BODY_BYTES = 100_000;

  /** For bodies too, also on a machine that is busy. */
  private static final Duration IDLE = Duration.ofSeconds(3);

  private final CountDownLatch told = new CountDownLatch(1);
  private GuardedPort port;

  private final class Counts extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      switch (Request.getPathInContext(request)) {
        case "/told" -> {
          // What Jetty does when its clock has struck just before the request came.
          var jetty = (HttpConnection) request.getConnectionMetaData();
          assertFalse(jetty.onIdleExpired(new TimeoutException("idle")));
          told.countDown();
        }
        case "/late" -> {
          // What the port does when the time of a body is over, and the rest has just come.
          var visitor = (Visitor) request.getConnectionMetaData().getAttribute(Visitor.ATTRIBUTE);
          visitor.fail("late");
          told.countDown();
        }
        case "/refused" -> {
          response.setStatus(507);
          answer(response, callback, "full");
          return true;
        }
        case "/elsewhere" -> {
          response.setStatus(307);
          response.getHeaders().put("Content-Length", "0");
          callback.succeeded();
          return true;
        }
        case "/broken" -> {
          callback.failed(new IOException("disk"));
          return true;
        }
        default -> {
          // counted as well
        }
      }
      try (var in = Content.Source.asInputStream(request)) {
        answer(response, callback, in.readAllBytes().length + " bytes");
      }
      return true;
    }

    private static void answer(Response response, Callback callback, String text) {
      response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), callback);
    }
  }

  /** A client that keeps its connection. */
  private final class Client implements AutoCloseable {
    private final Socket socket = new Socket();

    Client() throws IOException {
      socket.setSoTimeout(30_000);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()));
    }

    Client head(String path) throws IOException {
      return head(path, "");
    }

    Client head(String path, String more) throws IOException {
      String head = "PUT " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more;
      return send(head + "Content-Length: " + BODY_BYTES + "\r\n\r\n");
    }

    Client body() throws IOException {
      // What could pass for a request, if it were taken for one.
      return send("GET / HTTP/9.9\r\n\r\n".repeat(BODY_BYTES).substring(0, BODY_BYTES));
    }

    private Client send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      return this;
    }

    /** Status and body of the next answer; empty where the connection has ended instead. */
    String answer() throws IOException {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return head.toString();
        }
        head.append((char) next);
      }
      String length = head.toString().replaceAll("(?s).*Content-Length: (\\d+)\r\n.*", "$1");
      byte[] body = in.readNBytes(Integer.parseInt(length));
      return head.substring(9, 12) + " " + new String(body, StandardCharsets.US_ASCII).strip();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    PortBounds bounds = new PortBounds(8, 8, 8, IDLE);
    port =
        new GuardedPort(
            new PortSettings("kept", "127.0.0.1", 0, 1_024, bounds, Optional.empty()),
            new Counts());
    port.open();
  }

  @AfterEach
  void close() {
    port.close();
  }

  /**
   * Jetty would take the time-out for the request's. It would throw away what has come of the body,
   * or read it while the service does, and the client would get an error that is not its own.
   */
  @Test
  void aTimeOutThatComesTooLateDoesNotTouchTheRequest() throws Exception {
    try (Client client = new Client()) {
      assertEquals("200 " + BODY_BYTES + " bytes", client.head("/").body().answer());
      client.head("/told");
      told.await();
      assertEquals("200 " + BODY_BYTES + " bytes", client.body().answer());
      assertEquals("200 " + BODY_BYTES + " bytes", client.head("/").body().answer());
    }
  }

  @Test
  void aBodyIsNotTooLateWhereNobodyWaitsForIt() throws Exception {
    try (Client client = new Client()) {
      client.head("/late");
      told.await();
      assertEquals("200 " + BODY_BYTES + " bytes", client.body().answer());
    }
  }

  @Test
  void aBodyThatWasNotWantedIsNotTakenForTheNextRequest() throws Exception {
    try (Client client = new Client()) {
      assertEquals("507 full", client.head("/refused").answer());
      assertEquals("200 " + BODY_BYTES + " bytes", client.body().head("/").body().answer());
    }
  }

  /** It would send the body to where it is not wanted, and lose the answer when the port closes. */
  @Test
  void aClientThatWaitsToBeAskedForItsBodyIsNotAskedByAnAnswerWithoutABody() throws Exception {
    try (Client client = new Client()) {
      assertEquals("307 ", client.head("/elsewhere", "Expect: 100-continue\r\n").answer());
      assertEquals("", client.answer(), "the connection ends");
    }
  }

  @Test
  void aClientThatDoesNotWaitGetsAnAnswerWithoutABody() throws Exception {
    try (Client client = new Client()) {
      client.head("/elsewhere", "Expect: 100-continue\r\n").body();
      assertEquals("307 ", client.answer());
      assertEquals("", client.answer(), "the connection ends without a reset");
    }
  }

  @Test
  void nothingFollowsAFailureThatLeavesABodyUnread() throws Exception {
    try (Client client = new Client()) {
      assertEquals("500 500 Server Error", client.head("/broken").answer());
      assertEquals("", client.answer(), "the connection ends");
    }
  }

  @Test
  void aConnectionThatIsIdleForTooLongEndsWithoutAnAnswer() throws Exception {
    try (Client client = new Client()) {
      assertEquals("200 " + BODY_BYTES + " bytes", client.head("/").body().answer());
      assertEquals("", client.answer());
      assertTrue(port.connections() <= 1);
    }
  }
}
