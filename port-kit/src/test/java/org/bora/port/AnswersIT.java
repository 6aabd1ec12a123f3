package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Long answers, and handlers that break. */
class AnswersIT {

  /** Much more than the kernel keeps on both sides of a connection. */
  private static final int ANSWER_BYTES = 64 << 20;

  private static final int PIECE = 1 << 16;
  private static final Duration REQUEST_TIME = Duration.ofSeconds(2);

  private GuardedPort port;

  private static final class Answers extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      switch (Request.getPathInContext(request)) {
        case "/broken" -> throw new StackOverflowError("in a handler");
        case "/stored" -> {
          try (var in = Content.Source.asInputStream(request)) {
            in.readAllBytes();
          } catch (IOException notArrived) {
            throw new IOException("the body did not arrive", notArrived);
          }
          callback.succeeded();
        }
        case "/long" -> {
          try (var out = Content.Sink.asOutputStream(response)) {
            byte[] piece = new byte[PIECE];
            for (int sent = 0; sent < ANSWER_BYTES; sent += piece.length) {
              out.write(piece);
            }
          }
          callback.succeeded();
        }
        default ->
            response.write(
                true, ByteBuffer.wrap("ok".getBytes(StandardCharsets.US_ASCII)), callback);
      }
      return true;
    }
  }

  @BeforeEach
  void open() throws IOException {
    PortBounds bounds = new PortBounds(8, 8, 8, REQUEST_TIME);
    port =
        new GuardedPort(
            new PortSettings("slow", "127.0.0.1", 0, 1_024, bounds, Optional.empty()),
            new Answers());
    port.open();
  }

  @AfterEach
  void close() {
    port.close();
  }

  private static void assertPlain(int status, String reason, String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
    assertTrue(answer.endsWith("\r\n\r\n" + status + " " + reason + "\n"), answer);
    assertFalse(answer.toLowerCase(Locale.ROOT).contains("jetty"), answer);
  }

  /** Sends this and no more. */
  private String answer(String request) throws IOException {
    try (Socket client = new Socket()) {
      client.setSoTimeout(60_000);
      client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()));
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      client.shutdownOutput();
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  /** Such answers are made by Jetty: no handler has seen the request, or it could not answer. */
  @Test
  void whatIsNoRequestIsAnsweredInOneLineThatNamesNoClass() throws Exception {
    String host = "Host: localhost\r\n";
    assertPlain(400, "Bad Request", answer("GARBAGE\r\n" + host + "\r\n"));
    assertPlain(400, "Bad Request", answer("GET / HTTP/1.1\r\n" + host + "no header\r\n\r\n"));
    assertPlain(505, "HTTP Version Not Supported", answer("GET / HTTP/9.9\r\n" + host + "\r\n"));
    String long1 = "X: " + "x".repeat(2_000) + "\r\n\r\n";
    assertPlain(
        431, "Request Header Fields Too Large", answer("GET / HTTP/1.1\r\n" + host + long1));
    String chunked = host + "Transfer-Encoding: chunked\r\n\r\n";
    assertPlain(
        400, "Bad Request", answer("PUT /stored HTTP/1.1\r\n" + chunked + "ZZ no number\r\nabc"));
  }

  private Socket ask(String path) throws IOException {
    Socket client = new Socket();
    client.setSoTimeout(60_000);
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()));
    client
        .getOutputStream()
        .write(
            ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  @Test
  void aClientThatTakesItsAnswerQuicklyGetsAllOfIt() throws Exception {
    try (Socket quick = ask("/long")) {
      assertTrue(quick.getInputStream().readAllBytes().length >= ANSWER_BYTES);
    }
  }

  @Test
  void anErrorInAHandlerIsAnsweredAndKeepsNoPlace() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (Socket client = ask("/broken")) {
        String answer =
            new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertPlain(500, "Server Error", answer);
      }
    }
    assertEquals(0, connectionsAfterAMoment());
    try (Socket client = ask("/")) {
      String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.endsWith("ok"), answer);
    }
  }

  private int connectionsAfterAMoment() throws InterruptedException {
    for (int i = 0; i < 100 && port.connections() > 0; i++) {
      Thread.sleep(50);
    }
    return port.connections();
  }
}
