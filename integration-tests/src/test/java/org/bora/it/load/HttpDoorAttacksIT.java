package org.bora.it.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.bora.server.control.LocalSocket;
import org.bora.server.home.Home;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a user with a good certificate tries at the HTTP port. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpDoorAttacksIT {
  private static final byte[] SMALL = "what was there before".getBytes(StandardCharsets.US_ASCII);

  /** Of a file that no socket takes whole. */
  private static final int LARGE_BYTES = 48 << 20;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Site site;
  private Path files;
  private SSLContext alice;
  private HttpClient client;
  private int port;

  @BeforeAll
  void up() throws Exception {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
            + """

            admission:
              calls: 4
              calls-per-caller: 4
              transfers: {most: 4, per-caller: 2}
            directories: {entries-per-reply: 4}
            connections: {per-caller: 12}
            """;
    site = Site.up("http-attacks", configuration, "data/testvo");
    files = site.home().resolve("data/testvo");
    alice =
        HeldConnections.tls(
            new PEMCredential(site.proxy("alice-voms").toString(), (char[]) null).getKeyManager());
    client = HttpClient.newBuilder().sslContext(alice).version(HttpClient.Version.HTTP_1_1).build();
    port = URI.create(site.environment().get("BORA_HTTP")).getPort();
  }

  @AfterAll
  void down() throws IOException {
    if (client != null) {
      client.close();
    }
    if (site != null) {
      site.close();
    }
  }

  private HttpResponse<byte[]> ask(String method, String path, byte[] body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + path))
            .timeout(PATIENCE.multipliedBy(2))
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    for (int at = 0; at < headers.length; at += 2) {
      request.header(headers[at], headers[at + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private int status(String method, String path, String... headers) throws Exception {
    return ask(method, path, new byte[0], headers).statusCode();
  }

  private void store(String path, byte[] bytes) throws Exception {
    int status = ask("PUT", path, bytes).statusCode();
    assertTrue(status == 201 || status == 204, "PUT " + path + ": " + status);
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void anotherSpellingOfANameIsTheSameName() throws Exception {
    status("MKCOL", "/testvo/dir");
    store("/testvo/dir/f", SMALL);
    for (String method : List.of("MOVE", "COPY")) {
      for (String to :
          List.of("/testvo/dir/%66", "/testvo/%64ir", "/%74estvo/", "/testvo//dir/f")) {
        assertEquals(403, status(method, "/testvo/dir/f", "Destination", to), method + " to " + to);
        assertArrayEquals(SMALL, Files.readAllBytes(files.resolve("dir/f")), method + " to " + to);
      }
      for (String to : List.of("/testvo/./dir", "/testvo/dir/../dir", "/testvo/dir%2Ff", "/a%00")) {
        assertEquals(400, status(method, "/testvo/dir/f", "Destination", to), method + " to " + to);
        assertArrayEquals(SMALL, Files.readAllBytes(files.resolve("dir/f")), method + " to " + to);
      }
    }
  }

  @Test
  void rangesThatOverlapAreSentOnce() throws Exception {
    store("/testvo/ranges", SMALL);
    String same = "bytes=0-" + ",0-".repeat(3000);
    HttpResponse<byte[]> answer = ask("GET", "/testvo/ranges", new byte[0], "Range", same);

    assertEquals(206, answer.statusCode());
    assertArrayEquals(SMALL, answer.body());
    assertEquals(
        431, status("GET", "/testvo/ranges", "Range", "bytes=0-0" + ",3-4".repeat(10_000)));
    assertEquals(416, status("GET", "/testvo/ranges", "Range", "bytes=9-2,x"));
  }

  @Test
  void aPropfindCostsNoMoreThanItsBounds() throws Exception {
    String head = "<propfind xmlns='DAV:'><prop>";
    String end = "</prop></propfind>";
    String[] top = {"Depth", "0"};
    byte[] bomb =
        ("<!DOCTYPE p [<!ENTITY a 'aaaa'><!ENTITY b SYSTEM 'file:///etc/hostname'>]>"
                + head
                + "<x>&a;&b;</x>"
                + end)
            .getBytes(StandardCharsets.UTF_8);
    HttpResponse<byte[]> answer = ask("PROPFIND", "/testvo", bomb, top);
    assertEquals(400, answer.statusCode(), text(answer));
    for (String body : List.of(head + "<a/>".repeat(129) + end, head + " ".repeat(70_000) + end)) {
      assertEquals(
          413, ask("PROPFIND", "/testvo", body.getBytes(StandardCharsets.UTF_8), top).statusCode());
    }
    byte[] most = (head + "<a/>".repeat(128) + end).getBytes(StandardCharsets.UTF_8);
    assertEquals(207, ask("PROPFIND", "/testvo", most, top).statusCode());
    assertEquals(403, status("PROPFIND", "/testvo"), "infinity is the default");
  }

  /** A copy holds one page of a directory at a time, however large it is. */
  @Test
  void aDirectoryOfManyPagesIsCopiedWhole() throws Exception {
    status("MKCOL", "/testvo/pages");
    for (int i = 0; i < 11; i++) {
      Files.writeString(files.resolve("pages").resolve("f" + i), "content " + i);
    }
    assertEquals(
        201, status("COPY", "/testvo/pages", "Destination", "/testvo/copied", "Depth", "infinity"));
    for (int i = 0; i < 11; i++) {
      assertEquals("content " + i, Files.readString(files.resolve("copied").resolve("f" + i)));
    }
  }

  @Test
  void aMethodThatAClientMakesUpIsNotInTheLog() throws Exception {
    assertEquals(405, status("FORGED", "/testvo"));
    assertFalse(Files.readString(site.home().resolve("log/bora.log")).contains("FORGED"));
  }

  @Test
  void whatAClientWritesInAMalformedRequestIsNotInTheLog() throws Exception {
    for (String host : new String[] {"FORGED", "a:FORGED", "[FORGED", "FORGED\"x"}) {
      String second = "Host: " + host + "a".repeat(1_000) + "\r\n";
      try (SSLSocket twoHosts = connect("/testvo", "GET", second)) {
        assertTrue(line(twoHosts.getInputStream()).startsWith("HTTP/1.1 400"), host);
      }
    }
    assertFalse(Files.readString(site.home().resolve("log/bora.log")).contains("FORGED"));
  }

  /** An attacker who sees them knows which release, and which part of it, is here. */
  @Test
  void errorsNameNoClassAndAMalformedBodyIsTheFaultOfItsClient() throws Exception {
    try (SSLSocket broken = connect("/testvo/broken", "PUT", "Transfer-Encoding: chunked\r\n")) {
      broken.getOutputStream().write("3\r\nabc\r\nZZ\r\n".getBytes(StandardCharsets.US_ASCII));
      assertPlain("400 Bad Request", broken);
    }
    try (SSLSocket twoHosts = connect("/testvo", "GET", "Host: other\r\n")) {
      assertPlain("400 Bad Request", twoHosts);
    }
    await(() -> hidden().isEmpty(), "nothing of the upload is left");
    assertFalse(Files.exists(files.resolve("broken")));
  }

  private static void assertPlain(String line, SSLSocket asked) throws IOException {
    String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(answer.startsWith("HTTP/1.1 " + line), answer);
    assertTrue(answer.endsWith("\r\n\r\n" + line + "\n"), answer);
    assertFalse(answer.contains("Server:") || answer.contains("org."), answer);
  }

  /** A client that leaves in the middle is told of in the log, which many people read. */
  @Test
  void nothingSecretOfAnUploadThatBreaksOffIsInTheLog() throws Exception {
    String secrets =
        """
        Authorization: Basic U0VDUkVUMQ==SECRET1\r
        Cookie: session=SECRET2\r
        X-Amz-Security-Token: SECRET3\r
        TransferHeaderAuthorization: Bearer SECRET4\r
        """;
    String query = "?X-Amz-Signature=SECRET5&authz=Bearer%20SECRET6";
    for (String body : List.of("3\r\nabc\r\n", "3\r\nabc\r\nZZ\r\n")) {
      String chunked = "Transfer-Encoding: chunked\r\n" + secrets;
      int told = broken().size();
      try (SSLSocket upload = connect("/testvo/left" + query, "PUT", chunked)) {
        upload.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
        await(() -> hidden().isPresent() || broken().size() > told, "the upload has begun");
      }
      await(() -> broken().size() > told, "the log tells of it");
    }
    await(() -> hidden().isEmpty(), "the uploads have ended");
    assertFalse(log().contains("SECRET") || log().contains("U0VDUkVU"), log());
    assertFalse(Files.exists(files.resolve("left")));
  }

  private List<String> broken() throws IOException {
    return log().lines().filter(line -> line.contains("ended before its answer did")).toList();
  }

  private String log() throws IOException {
    return Files.readString(site.home().resolve("log/bora.log"));
  }

  @Test
  void connectionsWithATokenCountAsItsCallers() throws Exception {
    store("/testvo/seen", SMALL);
    byte[] wish =
        "{\"caveats\":[\"activity:DOWNLOAD,LIST\"],\"validity\":\"PT10M\"}"
            .getBytes(StandardCharsets.US_ASCII);
    HttpResponse<byte[]> issued =
        ask("POST", "/testvo/seen", wish, "Content-Type", "application/macaroon-request");
    assertEquals(200, issued.statusCode(), text(issued));
    String macaroon = text(issued).replaceFirst("(?s).*\"macaroon\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    String bearer = "Authorization: Bearer " + macaroon + "\r\n";
    String head = "HEAD /testvo/seen HTTP/1.1\r\nHost: localhost\r\n" + bearer + "\r\n";
    SSLContext anonymous = HeldConnections.tls();
    List<SSLSocket> kept = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        var socket = (SSLSocket) anonymous.getSocketFactory().createSocket("localhost", port);
        kept.add(socket);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        String line = line(socket.getInputStream());
        assertTrue(line.startsWith("HTTP/1.1 200 "), i + ": " + line);
      }
      assertTrue(ends(kept.getFirst()), "the oldest made room");
      assertEquals(200, status("HEAD", "/testvo/seen"));
    } finally {
      for (SSLSocket socket : kept) {
        socket.close();
      }
    }
  }

  /** Whether the other side closes it within the patience of this test. */
  private static boolean ends(SSLSocket socket) throws IOException {
    try {
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  void theHiddenFileOfAnUploadIsNobodysToName() throws Exception {
    try (SSLSocket upload = connect("/testvo/uploading", "PUT", "Content-Length: 100\r\n")) {
      upload.getOutputStream().write('x');
      await(() -> hidden().isPresent(), "the upload has begun");
      String name = "/testvo/" + hidden().get();
      store("/testvo/other", SMALL);
      for (String method : List.of("GET", "HEAD", "PUT", "DELETE", "MKCOL")) {
        int status = status(method, name);
        assertTrue(status >= 400 && status < 500, method + ": " + status);
      }
      for (String method : List.of("MOVE", "COPY")) {
        int from = status(method, name, "Destination", "/testvo/stolen");
        int over = status(method, "/testvo/other", "Destination", name);
        assertTrue(from >= 400 && from < 500, method + " from: " + from);
        assertTrue(over >= 400 && over < 500, method + " over: " + over);
      }
      assertTrue(hidden().isPresent());
      String page = text(ask("GET", "/testvo/", new byte[0]));
      String list = text(ask("PROPFIND", "/testvo/", new byte[0], "Depth", "1"));
      assertFalse(page.contains(".bora-"), page);
      assertFalse(list.contains(".bora-"), list);
      assertEquals(
          404, status("GET", "/testvo/.bora-put-" + UUID.randomUUID()), "as one that is not there");
    }
    await(() -> hidden().isEmpty(), "the upload has ended");
  }

  private java.util.Optional<String> hidden() throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith(".bora-put-"))
          .findFirst();
    }
  }

  @Test
  void slowTransfersKeepNeitherCallsNorOthersWaiting() throws Exception {
    store("/testvo/large", new byte[LARGE_BYTES]);
    store("/testvo/small", SMALL);
    SSLSocket first = connect("/testvo/large", "GET", "");
    SSLSocket second = connect("/testvo/slow", "PUT", "Content-Length: 100\r\n");
    SSLSocket listing = connect("/testvo/", "PROPFIND", "Depth: 0\r\nContent-Length: 9\r\n");
    try (first;
        second;
        listing) {
      assertTrue(line(first.getInputStream()).startsWith("HTTP/1.1 200 "));
      second.getOutputStream().write('x');
      await(() -> hidden().isPresent(), "the upload has begun");

      HttpResponse<byte[]> third = ask("GET", "/testvo/small", new byte[0]);
      assertEquals(429, third.statusCode(), text(third));
      assertTrue(text(third).contains("too many transfers"), text(third));
      int seconds = Integer.parseInt(third.headers().firstValue("Retry-After").orElseThrow());
      assertTrue(seconds >= 1 && seconds <= 60, "" + seconds);
      assertEquals(429, ask("PUT", "/testvo/third", SMALL).statusCode());
      assertEquals(
          429, status("COPY", "/testvo/small", "Destination", "/testvo/copy"), "bytes move here");
      assertEquals(200, status("HEAD", "/testvo/small"));
      assertEquals(207, status("PROPFIND", "/testvo/", "Depth", "0"));
      assertEquals("SRM_SUCCESS", lists());
      listing.setSoTimeout(60_000);
      assertTrue(
          line(listing.getInputStream()).startsWith("HTTP/1.1 408 "),
          "half a body of another request has 30 s");
      second.setSoTimeout(90_000);
      assertTrue(
          line(second.getInputStream()).startsWith("HTTP/1.1 408 "),
          "an upload may be silent for a minute, and a connection for two");
    }
    await(() -> status("GET", "/testvo/small") == 200, "places are given back");
    await(() -> hidden().isEmpty(), "the upload has ended");
    assertFalse(Files.exists(files.resolve("third")));
  }

  @Test
  void aBanEndsTransfersThatGoOn() throws Exception {
    store("/testvo/large", new byte[LARGE_BYTES]);
    try (SSLSocket upload = connect("/testvo/banned", "PUT", "Content-Length: 1000000\r\n");
        SSLSocket download = connect("/testvo/large", "GET", "")) {
      upload.getOutputStream().write('x');
      await(() -> hidden().isPresent(), "the upload has begun");
      assertTrue(line(download.getInputStream()).startsWith("HTTP/1.1 200 "));
      String id = ban("/DC=test/DC=grid/OU=people/CN=Alice Test");
      try {
        await(() -> status("HEAD", "/testvo/large") == 403, "the ban holds");
        assertTrue(arriving(download.getInputStream()) < LARGE_BYTES, "the rest is not sent");
        await(
            () -> {
              upload.getOutputStream().write('x');
              return hidden().isEmpty();
            },
            "the upload is given up");
        assertTrue(line(upload.getInputStream()).startsWith("HTTP/1.1 403 "));
      } finally {
        site.bora("bans", "lift", id, "--home", site.home().toString()).succeeded();
      }
    }
    await(() -> status("HEAD", "/testvo/large") == 200, "the ban is lifted");
    assertFalse(Files.exists(files.resolve("banned")));
  }

  @Test
  void anAdministratorEndsOneTransferAndNoOther() throws Exception {
    store("/testvo/large", new byte[LARGE_BYTES]);
    try (SSLSocket upload = connect("/testvo/ended", "PUT", "Content-Length: 1000000\r\n");
        SSLSocket download = connect("/testvo/large", "GET", "")) {
      upload.getOutputStream().write("abc".getBytes(StandardCharsets.US_ASCII));
      assertTrue(line(download.getInputStream()).startsWith("HTTP/1.1 200 "));
      await(() -> transfers().contains("\"/testvo/ended\""), "the upload is told");
      String told = transfers();
      assertTrue(told.contains("\"/testvo/large\"") && told.contains("CN=Alice Test"), told);
      String id = told.substring(0, told.indexOf("\"/testvo/ended\""));
      id = id.substring(id.lastIndexOf("\"id\":\"") + 6);
      id = id.substring(0, id.indexOf('"'));

      assertTrue(api("DELETE", "/v1/transfers/" + id).contains(id));

      await(
          () -> {
            upload.getOutputStream().write('x');
            return hidden().isEmpty();
          },
          "the upload is given up");
      assertTrue(line(upload.getInputStream()).startsWith("HTTP/1.1 403 "));
      assertTrue(arriving(download.getInputStream()) > LARGE_BYTES, "with its head");
    }
    assertFalse(Files.exists(files.resolve("ended")));
    await(() -> !transfers().contains("\"/testvo/large\""), "none is left");
  }

  private String transfers() throws IOException {
    return api("GET", "/v1/transfers");
  }

  private String api(String method, String target) throws IOException {
    Path socket = new Home(site.home()).control();
    return LocalSocket.ask(socket, method, target, "", LocalSocket.USUAL).orElseThrow().body();
  }

  /**
   * How many bytes there are before the end of the connection, of whatever kind it is. They are
   * read at 20 MiB a second: the door asks once a second whether its caller is still served.
   */
  private static long arriving(InputStream in) {
    byte[] bytes = new byte[1 << 16];
    long count = 0;
    try {
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        count += read;
        LockSupport.parkNanos((read * 50_000_000L) >> 20);
      }
    } catch (IOException reset) {
      // without a good-bye
    }
    return count;
  }

  private String ban(String name) {
    String[] words = {"bans", "add", "--name", name, "--home", site.home().toString()};
    return site.bora(words).succeeded().output().split(" ", 2)[0];
  }

  private String lists() throws Exception {
    try (SrmClient srm = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      String surl = "srm://localhost:" + site.port() + "/testvo/small";
      return srm.call("srmLs", "<arrayOfSURLs><urlArray>" + surl + "</urlArray></arrayOfSURLs>")
          .code();
    }
  }

  /** Sends the head of a request, and reads nothing. */
  private SSLSocket connect(String path, String method, String headers) throws IOException {
    var socket = (SSLSocket) alice.getSocketFactory().createSocket("localhost", port);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return line.toString();
  }

  private static void await(Callable<Boolean> what, String name) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!what.call()) {
      assertTrue(System.nanoTime() < end, name);
      Thread.sleep(50);
    }
  }
}
