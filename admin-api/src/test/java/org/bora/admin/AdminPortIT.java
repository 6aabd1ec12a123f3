package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port as it is reached from outside, over TLS. */
class AdminPortIT {
  private static final int CUT = -1;

  @TempDir static Path directory;

  private static final AtomicReference<AdminCall> LAST = new AtomicReference<>();
  private static ScheduledExecutorService timer;
  private static TestAuthority authority;
  private static AdminPort port;
  private static HttpClient admin;
  private static HttpClient reader;

  @BeforeAll
  static void open() throws Exception {
    timer = Executors.newSingleThreadScheduledExecutor();
    authority = new TestAuthority(directory, "authority");
    AdminSettings settings =
        new AdminSettings(
            "127.0.0.1",
            0,
            authority.of("port"),
            List.of("/DC=test/CN=reader"),
            List.of("CN=admin,DC=test"),
            Duration.ofHours(1),
            AdminSettings.presetBounds());
    AdminRoutes routes =
        new AdminRoutes(
            List.of(
                AdminRoute.look("/v1/thing", call -> AdminReply.json(List.of("a"))),
                AdminRoute.look(
                    "/file", call -> AdminReply.file("text/css", new byte[9], "\"t1\"")),
                AdminRoute.change("POST", "/v1/thing/{name}", AdminPortIT::kept)),
            AuditTrail.off());
    port = AdminPort.open(settings, routes, timer);
    admin = client(authority.of("admin"));
    reader = client(authority.of("reader"));
  }

  private static AdminReply kept(AdminCall call) throws AdminRefusal {
    LAST.set(call);
    call.body().object();
    return AdminReply.text("text/plain", call.variable("name"));
  }

  @AfterAll
  static void close() {
    admin.close();
    reader.close();
    port.close();
    timer.shutdownNow();
  }

  private static HttpClient client(PeerFiles files) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(PeerCredentials.ofFrontend(files).context())
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(20))
        .build();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + port.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder post(String path, String body) {
    return request(path).header("X-Bora", "1").POST(BodyPublishers.ofString(body));
  }

  @Test
  void whoIsNamedIsAnsweredAndIsToldWhoTheyAre() throws Exception {
    HttpResponse<String> answer = send(reader, request("/v1/who"));
    assertEquals(200, answer.statusCode());
    assertEquals("{\"name\":\"CN=reader,DC=test\",\"role\":\"READER\"}", answer.body());
    assertTrue(send(admin, request("/v1/who")).body().contains("\"ADMIN\""));
  }

  @Test
  void answersAreNotKeptNorShownWithinOtherPages() throws Exception {
    HttpResponse<String> answer = send(reader, request("/v1/thing"));
    assertEquals("no-store", answer.headers().firstValue("Cache-Control").orElse(""));
    assertEquals("nosniff", answer.headers().firstValue("X-Content-Type-Options").orElse(""));
    assertEquals("DENY", answer.headers().firstValue("X-Frame-Options").orElse(""));
    assertFalse(answer.headers().firstValue("Server").isPresent());
  }

  @Test
  void aFileIsSentToWhoHasAnotherOneOnly() throws Exception {
    HttpResponse<String> first = send(reader, request("/file"));
    assertEquals(200, first.statusCode());
    assertEquals(9, first.body().length());
    assertEquals("\"t1\"", first.headers().firstValue("ETag").orElse(""));
    assertEquals("no-cache", first.headers().firstValue("Cache-Control").orElse(""));
    for (String same : List.of("\"t1\"", "W/\"t1\"", "\"t0\", \"t1\"")) {
      HttpResponse<String> again = send(reader, request("/file").header("If-None-Match", same));
      assertEquals(304, again.statusCode(), same);
      assertEquals("", again.body());
      assertEquals("\"t1\"", again.headers().firstValue("ETag").orElse(""));
    }
    HttpResponse<String> other = send(reader, request("/file").header("If-None-Match", "\"t0\""));
    assertEquals(200, other.statusCode());
  }

  @Test
  void nothingOfOtherPlacesIsShownByABrowser() throws Exception {
    for (String path : List.of("/file", "/v1/thing", "/v1/nothing")) {
      HttpResponse<String> answer = send(reader, request(path));
      assertEquals(
          "default-src 'self'; frame-ancestors 'none'",
          answer.headers().firstValue("Content-Security-Policy").orElse(""),
          path);
    }
  }

  @Test
  void withoutACertificateTheHandshakeFails() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    var store = java.security.KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = java.nio.file.Files.newInputStream(directory.resolve("authority.pem"))) {
      store.setCertificateEntry(
          "a", java.security.cert.CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    trust.init(store);
    SSLContext none = SSLContext.getInstance("TLS");
    none.init(null, trust.getTrustManagers(), null);
    try (HttpClient client = HttpClient.newBuilder().sslContext(none).build()) {
      assertThrows(IOException.class, () -> send(client, request("/v1/who")));
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityIsNone() throws Exception {
    PeerFiles stranger = new TestAuthority(directory, "elsewhere").of("admin");
    PeerFiles mixed =
        new PeerFiles(authority.of("x").authorities(), stranger.certificate(), stranger.key());
    try (HttpClient client = client(mixed)) {
      assertThrows(IOException.class, () -> send(client, request("/v1/who")));
    }
  }

  @Test
  void aCertificateThatHasRunOutIsNone() throws Exception {
    PeerFiles old = authority.of("admin", Instant.now().minusSeconds(60));
    try (HttpClient client = client(old)) {
      assertThrows(IOException.class, () -> send(client, request("/v1/who")));
    }
  }

  @Test
  void aSubjectThatNobodyNamedLearnsNothing() throws Exception {
    try (HttpClient client = client(authority.of("somebody"))) {
      for (String path : List.of("/v1", "/v1/thing", "/v1/nothing", "/")) {
        HttpResponse<String> answer = send(client, request(path));
        assertEquals(403, answer.statusCode());
        assertTrue(answer.body().contains("you are not answered"), answer.body());
        assertTrue(answer.body().contains("admin.readers"), answer.body());
      }
    }
  }

  @Test
  void aReaderChangesNothing() throws Exception {
    LAST.set(null);
    HttpResponse<String> answer = send(reader, post("/v1/thing/x", "{}"));
    assertEquals(403, answer.statusCode());
    assertTrue(answer.body().contains("admin.admins"), answer.body());
    assertEquals(null, LAST.get());
  }

  @Test
  void anAdminDoesAndTheResourceHearsWhoItWas() throws Exception {
    HttpResponse<String> answer = send(admin, post("/v1/thing/a%20b?x=1%2B1", "{\"y\":\"é\"}"));
    assertEquals(200, answer.statusCode());
    assertEquals("a b", answer.body());
    assertEquals("1+1", LAST.get().parameters().get("x"));
    assertEquals("{\"y\":\"é\"}", LAST.get().body().text());
    assertEquals("CN=admin,DC=test", LAST.get().who().name());
  }

  @Test
  void aFormOfAForeignPageIsRefused() throws Exception {
    LAST.set(null);
    HttpResponse<String> answer =
        send(admin, request("/v1/thing/x").POST(BodyPublishers.ofString("{}")));
    assertEquals(403, answer.statusCode());
    assertTrue(answer.body().contains("X-Bora"), answer.body());
    assertEquals(null, LAST.get());
  }

  @Test
  void whatIsNoJsonIsToldSo() throws Exception {
    for (String body : List.of("", "[1]", "{", "nonsense", "{\"a\":".repeat(5_000))) {
      HttpResponse<String> answer = send(admin, post("/v1/thing/x", body));
      assertEquals(400, answer.statusCode(), body);
      assertTrue(answer.body().startsWith("{\"error\":{\"what\":"), answer.body());
    }
  }

  @Test
  void aBodyBeyondTheBoundIsRefusedAndWhoSentItHearsSo() throws Exception {
    LAST.set(null);
    for (int bytes : new int[] {AdminHandler.MOST_BYTES + 1, AdminHandler.MOST_THROWN_AWAY}) {
      String large = "x".repeat(bytes);
      assertEquals(413, send(admin, post("/v1/thing/x", large)).statusCode());
      assertEquals(413, send(admin, chunked(large)).statusCode());
    }
    assertNull(LAST.get(), "nothing of it was done");
  }

  @Test
  void whoGoesOnAndOnIsCutOff() throws Exception {
    LAST.set(null);
    String endless = "x".repeat(8 * AdminHandler.MOST_THROWN_AWAY);
    for (HttpRequest.Builder one : List.of(post("/v1/thing/x", endless), chunked(endless))) {
      assertTrue(Set.of(413, CUT).contains(statusOrCut(admin, one)));
    }
    assertNull(LAST.get(), "nothing of it was done");
    assertEquals(200, send(admin, request("/v1/who")).statusCode());
  }

  /** Where unread bytes are left the answer may come before the connection is reset, or not. */
  private static int statusOrCut(HttpClient client, HttpRequest.Builder request) throws Exception {
    try {
      return send(client, request).statusCode();
    } catch (HttpTimeoutException late) {
      throw late;
    } catch (IOException cut) {
      return CUT;
    }
  }

  private static HttpRequest.Builder chunked(String body) {
    return request("/v1/thing/x")
        .header("X-Bora", "1")
        .POST(
            BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void headersBeyondTheBoundAreRefusedAndTheNextIsServed() throws Exception {
    HttpRequest.Builder large = request("/v1/who").header("X-Long", "x".repeat(40_000));
    assertTrue(Set.of(431, CUT).contains(statusOrCut(reader, large)));
    assertEquals(200, send(reader, request("/v1/who")).statusCode());
  }

  @Test
  void whatIsNotThereIsToldWithTheWayOut() throws Exception {
    HttpResponse<String> answer = send(reader, request("/v1/nothing"));
    assertEquals(404, answer.statusCode());
    assertTrue(answer.body().contains("GET /v1 lists the routes"), answer.body());
    assertEquals(405, send(admin, request("/v1/thing/x")).statusCode());
    assertEquals(
        405, send(admin, request("/v1/thing").header("X-Bora", "1").DELETE()).statusCode());
  }

  @Test
  void olderVersionsOfTlsAreRefused() throws Exception {
    SSLContext context = PeerCredentials.ofFrontend(authority.of("admin")).context();
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("localhost", port.port())) {
      socket.setSoTimeout(20_000);
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      assertEquals("TLSv1.2", socket.getSession().getProtocol());
    }
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("localhost", port.port())) {
      socket.setSoTimeout(20_000);
      socket.setEnabledProtocols(new String[] {"TLSv1.1"});
      assertThrows(SSLException.class, socket::startHandshake);
    }
  }

  @Test
  void aPortThatIsTakenIsToldWithTheKeyThatNamesIt() throws Exception {
    AdminSettings same =
        new AdminSettings(
            "127.0.0.1",
            port.port(),
            authority.of("port"),
            List.of("CN=reader"),
            List.of(),
            Duration.ofHours(1),
            AdminSettings.presetBounds());
    AdminRoutes routes = new AdminRoutes(List.of(), AuditTrail.off());
    IOException taken =
        assertThrows(IOException.class, () -> AdminPort.open(same, routes, timer).close());
    assertTrue(taken.getMessage().contains("admin.port"), taken.getMessage());
  }
}
