package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.audit.AuditTrail;
import org.bora.port.PortBounds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that keep of the port what they can get. */
class HeldAdminPortIT {

  /** More than the port takes, and more than it ever had threads. */
  private static final int MANY = 230;

  private static final String HALF_BODY =
      "POST /v1/thing HTTP/1.1\r\nHost: localhost\r\nX-Bora: 1\r\nContent-Length: 100\r\n\r\nhalf";

  @TempDir static Path directory;

  private static ScheduledExecutorService timer;
  private static TestAuthority authority;
  private static PeerFiles reader;
  private static PeerFiles admin;

  private final List<Socket> held = new ArrayList<>();

  @BeforeAll
  static void prepare() throws Exception {
    timer = Executors.newSingleThreadScheduledExecutor();
    authority = new TestAuthority(directory, "authority");
    reader = authority.of("reader");
    admin = authority.of("admin");
  }

  @AfterAll
  static void end() {
    timer.shutdownNow();
  }

  @AfterEach
  void letGo() throws IOException {
    for (Socket one : held) {
      one.close();
    }
  }

  private static AdminPort open(PortBounds bounds) throws Exception {
    return AdminPort.open(
        new AdminSettings(
            "127.0.0.1",
            0,
            authority.of("port"),
            List.of("CN=reader,DC=test"),
            List.of("CN=admin,DC=test"),
            Duration.ofHours(1),
            bounds),
        new AdminRoutes(
            List.of(
                AdminRoute.change(
                    "POST", "/v1/thing", call -> AdminReply.text("text/plain", "done"))),
            AuditTrail.off()),
        timer);
  }

  private static AdminPort open() throws Exception {
    return open(AdminSettings.presetBounds());
  }

  private Socket say(AdminPort port, byte[] bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port());
    held.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(bytes);
    return socket;
  }

  private SSLSocket say(AdminPort port, SSLContext who, String text) throws IOException {
    var socket = (SSLSocket) who.getSocketFactory().createSocket("localhost", port.port());
    held.add(socket);
    socket.setSoTimeout(20_000);
    socket.setEnabledProtocols(new String[] {"TLSv1.2"});
    socket.startHandshake();
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return socket;
  }

  private static SSLContext context(PeerFiles files) throws Exception {
    return PeerCredentials.ofFrontend(files).context();
  }

  /** On a new connection; gives up after 20 s, which is before anything held is given up. */
  private static int ask(AdminPort port, PeerFiles who) throws Exception {
    HttpClient client =
        HttpClient.newBuilder()
            .sslContext(context(who))
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create("https://localhost:" + port.port() + "/v1/who"))
                  .timeout(Duration.ofSeconds(20))
                  .build(),
              BodyHandlers.ofString())
          .statusCode();
    } finally {
      client.shutdownNow();
    }
  }

  @Test
  void halfHellosKeepNobodyAway() throws Exception {
    try (AdminPort port = open()) {
      for (int i = 0; i < MANY; i++) {
        say(port, new byte[] {0x16, 3, 1, 2, 0});
      }
      assertEquals(200, ask(port, reader));
    }
  }

  @Test
  void halfHeadsOfAReaderKeepNobodyAway() throws Exception {
    SSLContext its = context(reader);
    try (AdminPort port = open()) {
      for (int i = 0; i < MANY; i++) {
        say(port, its, "GET /v1/who HTTP/1.1\r\nHost: loc");
      }
      assertEquals(200, ask(port, admin));
    }
  }

  @Test
  void halfBodiesKeepNobodyAway() throws Exception {
    SSLContext its = context(admin);
    try (AdminPort port = open()) {
      for (int i = 0; i < 45; i++) {
        say(port, its, HALF_BODY);
      }
      assertEquals(200, ask(port, reader));
      assertEquals(200, ask(port, admin));
    }
  }

  @Test
  void aReadersBodyIsNotReadBeforeItIsRefused() throws Exception {
    try (AdminPort port = open();
        SSLSocket socket = say(port, context(reader), HALF_BODY)) {
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 403".length());
      assertEquals("HTTP/1.1 403", new String(status, StandardCharsets.US_ASCII));
    }
  }

  @Test
  void oneCallersConnectionsAreBoundedWhateverTheirAddress() throws Exception {
    SSLContext its = context(reader);
    try (AdminPort port = open(new PortBounds(100, 100, 3, Duration.ofSeconds(60)))) {
      SSLSocket first = say(port, its, "");
      say(port, its, "");
      say(port, its, "");
      assertEquals(200, ask(port, admin));
      say(port, its, "");
      assertEquals(-1, first.getInputStream().read());
    }
  }

  @Test
  void whatDoesNotArriveInTimeIsGivenUp() throws Exception {
    SSLContext its = context(admin);
    try (AdminPort port = open(new PortBounds(100, 100, 100, Duration.ofSeconds(1)))) {
      Socket hello = say(port, new byte[] {0x16, 3, 1, 2, 0});
      SSLSocket head = say(port, its, "GET /v1/who HTTP/1.1\r\nHost: loc");
      SSLSocket body = say(port, its, HALF_BODY);
      // perhaps an alert, or a word of HTTP, and the end
      hello.getInputStream().readAllBytes();
      head.getInputStream().readAllBytes();
      String answer = new String(body.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 408"), answer);
    }
  }

  @Test
  void aHeadThatTricklesInHasNoMoreTime() throws Exception {
    try (AdminPort port = open(new PortBounds(100, 100, 100, Duration.ofSeconds(1)))) {
      SSLSocket slow =
          say(port, context(reader), "GET /v1/who HTTP/1.1\r\nHost: localhost\r\n\r\n");
      slow.getInputStream().readNBytes("HTTP/1.1 200".length());
      long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      try {
        slow.setSoTimeout(100);
        OutputStream out = slow.getOutputStream();
        out.write("GET /v1/who HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
        while (System.nanoTime() < end && read(slow) >= 0) {
          out.write('x');
        }
      } catch (IOException cut) {
        // as good an end as any
      }
      assertTrue(System.nanoTime() < end, "the connection stays open");
    }
  }

  /** Waits a moment; 0 where nothing came. */
  private static int read(SSLSocket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (java.net.SocketTimeoutException nothing) {
      return 0;
    }
  }

  /** An order whose body comes in time is done as before. */
  @Test
  void aWholeBodyIsRead() throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(context(admin)).build();
    try (AdminPort port = open()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("https://localhost:" + port.port() + "/v1/thing"))
                  .header("X-Bora", "1")
                  .timeout(Duration.ofSeconds(20))
                  .POST(BodyPublishers.ofString("x".repeat(AdminHandler.MOST_BYTES)))
                  .build(),
              BodyHandlers.ofString());
      assertEquals(200, answer.statusCode(), answer.body());
    } finally {
      client.shutdownNow();
    }
  }
}
