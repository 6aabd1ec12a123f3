package org.bora.it.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Whatever others hold of a port, an honest client on a new connection is served. In the build more
 * connections than any pool or bound of the small ports has; {@code -Dbora.held.connections=4000}
 * for the figures of docs/ATTACKS.md, which are written to {@code target/held-ports.txt}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeldPortsIT {

  private static final int MANY = Integer.getInteger("bora.held.connections", 560);

  /** Of a user who is banned, named nowhere, or without a token. */
  private static final int UNWELCOME = MANY / 8;

  /** The promise of 1 s is measured on demand; the machine of a build has other work to do. */
  private static final Duration PATIENCE =
      Duration.ofMillis(Integer.getInteger("bora.held.patience-ms", 10_000));

  /**
   * Of the small ports an address has so few places for beginners that a flood from the client's
   * own address ends its handshake, too; it has to try again then.
   */
  private static final InetAddress ELSEWHERE = InetAddress.ofLiteral("127.0.0.2");

  private static final String TOKEN = "0123456789abcdef0123456789abcdef";
  private static final String HALF_HEAD = "POST /srm/managerv2 HTTP/1.1\r\nHost: loc";
  private static final Path FIGURES = Path.of("target", "held-ports.txt");

  private Path outside;
  private Site site;
  private int adminPort;
  private int boardPort;

  @BeforeAll
  void up() throws Exception {
    Path sites = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    outside = Files.createTempDirectory(sites, "held-ports-tokens");
    Path tokens = Files.writeString(outside.resolve("tokens"), TOKEN + "\n");
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    adminPort = FreePort.find();
    boardPort = FreePort.find();
    site = Site.up("held-ports", configuration(tokens), "data/testvo", "data/pulled");
    Files.deleteIfExists(FIGURES);
  }

  @AfterAll
  void down() throws IOException {
    if (site != null) {
      site.close();
    }
    Files.deleteIfExists(outside.resolve("tokens"));
    Files.deleteIfExists(outside);
  }

  private String configuration(Path tokens) throws IOException {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    return Files.readString(Site.CHECKOUT.resolve(first))
        + """

          - name: pulled
            sfn: /pulled
            root: data/pulled
            class: d1t1
            library: pulled
            size: 20MiB
            rules: [allow all to vo testvo]

        tape:
          libraries:
            - name: pulled
              driver: recall-table
              recall-table:
                host: 127.0.0.1
                port: BOARD
                tokens: TOKENS
                certificate: grid/host/hostcert.pem
                key: grid/host/hostkey.pem

        admin:
          port: ADMIN
          ca: grid/ca/ca.pem
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          admins: ["/DC=test/DC=grid/OU=people/CN=Alice Test"]
          readers: ["/DC=test/DC=grid/OU=people/CN=Bob Test"]

        bans:
          dns: ["/DC=test/DC=grid/OU=people/CN=Carol Test"]
        """
            .replace("BOARD", "" + boardPort)
            .replace("ADMIN", "" + adminPort)
            .replace("TOKENS", tokens.toString());
  }

  private KeyManager proxy(String name) throws Exception {
    return new PEMCredential(site.proxy(name).toString(), (char[]) null).getKeyManager();
  }

  /** As a user without a proxy. */
  private KeyManager user(String name) throws Exception {
    Path users = site.home().resolve("grid/users");
    return new PEMCredential(
            users.resolve(name + ".key").toString(), users.resolve(name + ".pem").toString(), null)
        .getKeyManager();
  }

  /** Lists, and says what came in place of a listing. */
  private String lists() throws Exception {
    try (SrmClient alice = new SrmClient("localhost", site.port(), site.proxy("alice-voms"))) {
      String surl = "srm://localhost:" + site.port() + "/testvo";
      String asked = "<arrayOfSURLs><urlArray>" + surl + "</urlArray></arrayOfSURLs>";
      SrmClient.Answer answer = alice.call("srmLs", asked);
      return answer.code().equals("SRM_SUCCESS") ? "" : answer.toString();
    }
  }

  /** Asks on a connection of its own, and says what came in place of an answer with status 200. */
  private static String asks(int port, SSLContext who, String head) throws IOException {
    try (var socket = (SSLSocket) who.getSocketFactory().createSocket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      String request = head + "Host: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.startsWith("HTTP/1.1 200 ") ? "" : "answered with '" + answer + "'";
    }
  }

  private static String halfBody(String path, String header) {
    return halfBody("POST", path, header);
  }

  private static String halfBody(String method, String path, String header) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\n"
        + header
        + "Content-Length: 100\r\n\r\nhalf";
  }

  private interface Hold {
    void on(HeldConnections held) throws Exception;
  }

  @TestFactory
  Stream<DynamicTest> ofTheSrmPortAnythingMayBeHeld() throws Exception {
    SSLContext bob = HeldConnections.tls(user("bob"));
    SSLContext carol = HeldConnections.tls(user("carol"));
    String body = "0" + halfBody("/srm/managerv2", "Content-Type: text/xml\r\n");
    return held(
        "SRM",
        site.port(),
        InetAddress.getLoopbackAddress(),
        this::lists,
        held -> held.open(UNWELCOME, carol, body),
        hello(),
        held -> held.open(MANY, bob, "0" + HALF_HEAD),
        held -> held.open(MANY, bob, body),
        held -> held.open(MANY, bob, "D"));
  }

  @TestFactory
  Stream<DynamicTest> ofTheHttpPortAnythingMayBeHeld() throws Exception {
    SSLContext bob = HeldConnections.tls(user("bob"));
    SSLContext carol = HeldConnections.tls(user("carol"));
    SSLContext alice = HeldConnections.tls(proxy("alice-voms"));
    int port = URI.create(site.environment().get("BORA_HTTP")).getPort();
    String body = halfBody("PUT", "/testvo/half", "");
    return held(
        "HTTP",
        port,
        InetAddress.getLoopbackAddress(),
        () -> asks(port, alice, "HEAD /testvo/ HTTP/1.1\r\n"),
        held -> held.open(UNWELCOME, carol, body),
        hello(),
        held -> held.open(MANY, bob, "PUT /testvo/half HTTP/1.1\r\nHost: loc"),
        held -> held.open(MANY, bob, halfBody("PROPFIND", "/testvo/", "Depth: 0\r\n")));
  }

  @TestFactory
  Stream<DynamicTest> ofTheAdministratorsPortAnythingMayBeHeld() throws Exception {
    SSLContext bob = HeldConnections.tls(user("bob"));
    SSLContext carol = HeldConnections.tls(user("carol"));
    SSLContext alice = HeldConnections.tls(user("alice"));
    String body = halfBody("/v1/bans", "X-Bora: 1\r\n");
    return held(
        "administrators'",
        adminPort,
        ELSEWHERE,
        () -> asks(adminPort, alice, "GET /v1/status HTTP/1.1\r\n"),
        held -> held.open(UNWELCOME, carol, body),
        hello(),
        held -> held.open(MANY, bob, HALF_HEAD),
        held -> held.open(MANY, bob, body));
  }

  @TestFactory
  Stream<DynamicTest> ofTheRecallTablePortAnythingMayBeHeld() {
    SSLContext any = HeldConnections.tls();
    String token = "Authorization: Bearer " + TOKEN + "\r\n";
    return held(
        "recall-table",
        boardPort,
        ELSEWHERE,
        () -> asks(boardPort, any, "GET /v1/tasks HTTP/1.1\r\n" + token),
        held -> held.open(UNWELCOME, any, halfBody("/v1/tasks/take", "")),
        hello(),
        held -> held.open(MANY, any, HALF_HEAD),
        held -> held.open(MANY, any, halfBody("/v1/tasks/take", token)));
  }

  private static Hold hello() {
    return held -> held.open(MANY, HeldConnections.HALF_HELLO);
  }

  private static final String[] KINDS = {"hello", "head", "body", "delegation"};

  private static Stream<DynamicTest> held(
      String name,
      int port,
      InetAddress from,
      Callable<String> question,
      Hold unwelcome,
      Hold... kinds) {
    return Stream.iterate(0, at -> at < kinds.length, at -> at + 1)
        .map(
            at ->
                dynamicTest(
                    "half a " + KINDS[at],
                    () ->
                        serves(
                            name + ", " + KINDS[at], port, from, question, unwelcome, kinds[at])));
  }

  private static void serves(
      String name, int port, InetAddress from, Callable<String> question, Hold unwelcome, Hold hold)
      throws Exception {
    try (HeldConnections held = new HeldConnections(port, from);
        HonestClient honest = new HonestClient(question)) {
      honest.awaitMore(8);
      assertEquals(List.of(), honest.failures(), "nothing is held yet");
      honest.forget();
      hold.on(held);
      unwelcome.on(held);
      honest.awaitMore(20);
      String figures =
          String.format(
              Locale.ROOT,
              "port %s: %d hold half of one, %d unwelcome (%d turned away): %d questions,"
                  + " median %d ms, longest %d ms",
              name,
              MANY,
              UNWELCOME,
              held.refused(),
              honest.asked(),
              honest.median().toMillis(),
              honest.longest().toMillis());
      Files.writeString(
          FIGURES, figures + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      assertEquals(List.of(), honest.failures(), figures);
      assertTrue(honest.longest().compareTo(PATIENCE) <= 0, figures);
    }
  }

  /** The verb, as an administrator types it, while the port is held. */
  @Test
  void boraStatusAnswersWhileItsPortIsHeld() throws Exception {
    Path grid = site.home().resolve("grid");
    try (HeldConnections held = new HeldConnections(adminPort, ELSEWHERE)) {
      held.open(MANY, HeldConnections.HALF_HELLO);
      site.bora(
              "status",
              "--url",
              "https://localhost:" + adminPort,
              "--cert",
              grid.resolve("users/alice.pem").toString(),
              "--key",
              grid.resolve("users/alice.key").toString(),
              "--ca",
              grid.resolve("ca/ca.pem").toString())
          .succeeded();
    }
  }
}
