package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The port for browsers that come by a link. */
class LinkPortIT {
  private static final String SECRET = "0123456789abcdef".repeat(4);

  private Instant now = Instant.now();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final LinkPort port = new LinkPort(LinkPortIT::routes, timer, () -> now);
  private final HttpClient http = HttpClient.newHttpClient();

  private static AdminRoutes routes() {
    return new AdminRoutes(
        List.of(
            AdminRoute.look("/", call -> AdminReply.text("text/html", "the page")),
            AdminRoute.look("/page/{name}", call -> AdminReply.text("text/css", "a file")),
            AdminRoute.look("/v1/areas", call -> AdminReply.text("text/plain", "areas")),
            AdminRoute.change("POST", "/v1/drain", call -> AdminReply.told(List.of("drained")))),
        AuditTrail.off());
  }

  @AfterEach
  void close() {
    http.close();
    port.close();
    timer.shutdownNow();
  }

  private HttpResponse<String> send(String method, URI link, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(link.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String key(URI link) {
    return link.getFragment().replace("link=", "");
  }

  @Test
  void aBrowserOpensThePageByTheLink() throws Exception {
    URI link = URI.create(port.link().url());
    assertEquals("127.0.0.1", link.getHost());
    assertEquals("the page", send("GET", link, "/").body());
    assertEquals("a file", send("GET", link, "/page/x.css").body());
    assertEquals(403, send("GET", link, "/v1/areas").statusCode(), "the link is not opened yet");

    String[] first = {"Authorization", "Bearer " + SECRET, "X-Bora-Link", key(link)};
    assertEquals("areas", send("GET", link, "/v1/areas", first).body());
    String[] then = {"Authorization", "Bearer " + SECRET};
    assertEquals("areas", send("GET", link, "/v1/areas", then).body());
    assertEquals(200, send("POST", link, "/v1/drain", then).statusCode());
    String who = send("GET", link, "/v1/who", then).body();
    assertTrue(who.contains("page link") && who.contains("ADMIN"), who);
  }

  @Test
  void anotherBrowserIsToldWhereLinksComeFrom() throws Exception {
    URI link = URI.create(port.link().url());
    send("GET", link, "/v1/areas", "Authorization", "Bearer " + SECRET, "X-Bora-Link", key(link));
    String other = "Bearer " + "f".repeat(64);
    HttpResponse<String> refused =
        send("GET", link, "/v1/areas", "Authorization", other, "X-Bora-Link", key(link));
    assertEquals(403, refused.statusCode());
    assertTrue(refused.body().contains("bora page"), refused.body());
    assertEquals(403, send("POST", link, "/", "Authorization", other).statusCode());
  }

  /** A page of another name that leads to this machine (DNS rebinding) gets nothing. */
  @Test
  void whoCallsThisMachineByAnotherNameIsRefused() throws Exception {
    URI link = URI.create(port.link().url());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.getPort())) {
      String request = "GET / HTTP/1.1\r\nHost: evil.example.org\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(said.startsWith("HTTP/1.1 403"), said);
    }
  }

  @Test
  void thePortIsClosedWhenNobodyHasALinkAndOpensAgain() throws Exception {
    URI link = URI.create(port.link().url());
    port.closeUnused();
    assertEquals(200, send("GET", link, "/").statusCode());
    now = now.plus(PageLinks.TO_OPEN);
    port.closeUnused();
    assertThrows(ConnectException.class, () -> send("GET", link, "/"));
    assertEquals(200, send("GET", URI.create(port.link().url()), "/").statusCode());
  }

  @Test
  void aProcessThatEndsMakesNoLink() {
    port.close();
    assertThrows(IOException.class, port::link);
  }
}
