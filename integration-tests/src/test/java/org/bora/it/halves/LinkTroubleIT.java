package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.Functions;
import org.bora.api.figures.LinkFigures;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.backend.testing.DatabaseWay;
import org.bora.backend.testing.FreePort;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.it.site.LogLines;
import org.bora.server.check.LinkLook;
import org.bora.server.check.MachineFinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the two halves do not let each other in, both logs say why, once, and what to do; the look
 * before a start says it, too. Real sockets, real TLS.
 */
@Timeout(120)
class LinkTroubleIT {
  private static final int MIB = 1 << 20;
  private static final Duration AGAIN = Duration.ofMillis(100);
  private static final String OF_FRONTENDS = "org.bora.frontend.dispatch";
  private static final String OF_BACKENDS = "org.bora.backend.serve";

  @TempDir private Path directory;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final LogLines frontend = new LogLines(OF_FRONTENDS);
  private final LogLines backend = new LogLines(OF_BACKENDS);
  private Authority authority;

  @BeforeEach
  void found() {
    authority = new Authority(directory, "authority");
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
    frontend.close();
    backend.close();
    threads.shutdownNow();
    timer.shutdownNow();
  }

  @Test
  void aFrontendThatDoesNotBelieveTheAuthorityIsToldInBothLogs() throws Exception {
    PeerFiles own = authority.host("frontend");
    PeerFiles foreign = other().host("frontend");
    PeerFiles files = new PeerFiles(foreign.authorities(), own.certificate(), own.key());
    int port = backend(0).port();
    BackendPool pool = frontend(files, "localhost", port);
    String reason = "was issued by 'CN=authority,DC=test', and no authority in ";
    frontend.say(
        "WARN backend localhost:" + port + " cannot be used", "'CN=backend,DC=test' " + reason);
    backend.say(
        "WARN a peer at 127.0.0.1 was refused",
        "does not accept the certificate of this backend, 'CN=backend,DC=test'",
        "DNS:localhost",
        "link.authorities");
    LinkFigures link = pool.figures().getFirst();
    assertFalse(link.ready());
    assertTrue(link.trouble().contains(reason), link::trouble);
    grave(files, "localhost", port, reason);
  }

  @Test
  void aBackendInAnotherNameIsToldInBothLogs() throws Exception {
    PeerFiles files = authority.host("frontend");
    int port = backend(0).port();
    frontend(files, "127.0.0.1", port);
    String reason = "is for DNS:localhost, and it was asked as '127.0.0.1'";
    frontend.say("WARN backend 127.0.0.1:" + port, reason, "name it in link.backends as");
    backend.say("does not accept the certificate of this backend", "DNS:localhost");
    grave(files, "127.0.0.1", port, reason);
  }

  @Test
  void aFrontendOfAnotherAuthorityIsToldInBothLogs() throws Exception {
    PeerFiles own = authority.host("frontend");
    PeerFiles foreign = other().host("frontend");
    PeerFiles files = new PeerFiles(own.authorities(), foreign.certificate(), foreign.key());
    int port = backend(0).port();
    frontend(files, "localhost", port);
    backend.say(
        "WARN a peer at 127.0.0.1 was refused: this backend does not accept it",
        "'CN=frontend,DC=test' was issued by 'CN=other,DC=test', and no authority in ");
    frontend.say("it does not accept the certificate of this frontend, 'CN=frontend,DC=test'");
    grave(files, "localhost", port, "it does not accept the certificate of this frontend");
  }

  @Test
  void aFrontendWhoseCertificateIsOverIsToldInBothLogs() throws Exception {
    PeerFiles files = authority.expired("frontend");
    int port = backend(0).port();
    frontend(files, "localhost", port);
    backend.say("its certificate 'CN=frontend,DC=test' expired on ", "renew");
    frontend.say("it does not accept the certificate of this frontend", "renew");
  }

  /** Certificates tell seconds, so this takes some. */
  @Test
  void aBackendWhoseCertificateEndsOnAnOpenConnectionGetsNoMoreCalls() throws Exception {
    int port = backend(0, authority.ending("backend", Duration.ofSeconds(4))).port();
    BackendPool pool = frontend(authority.host("frontend"), "localhost", port);
    eventually(() -> pool.figures().getFirst().ready(), () -> "it never served");
    eventually(
        () -> !pool.figures().getFirst().ready(), () -> pool.figures().getFirst().toString());
    frontend.say("cannot be used", "'CN=backend,DC=test' expired on ");
  }

  @Test
  void aHostThatIsNoFrontendIsToldInBothLogs() throws Exception {
    PeerFiles files = authority.host("stranger");
    int port = backend(0).port();
    frontend(files, "localhost", port);
    backend.say("WARN", "'CN=stranger,DC=test' is not that of a known frontend", "link.frontends");
    frontend.say("it does not know this frontend; add 'CN=stranger,DC=test' to link.frontends");
    grave(files, "localhost", port, "add 'CN=stranger,DC=test' to link.frontends");
  }

  @Test
  void aReasonIsToldOnceHoweverOftenItIsTried() throws Exception {
    PeerFiles own = authority.host("frontend");
    PeerFiles foreign = other().host("frontend");
    DatabaseWay way = DatabaseWay.toPort(backend(0).port());
    open.add(way);
    frontend(
        new PeerFiles(foreign.authorities(), own.certificate(), own.key()),
        "localhost",
        way.port());
    eventually(() -> way.opened() >= 8, () -> way.opened() + " attempts");
    assertEquals(1, frontend.with("cannot be used").size(), frontend::toString);
    assertEquals(1, backend.with("was refused").size(), backend::toString);
  }

  @Test
  void aBackendThatGoesAndComesBackIsToldOnceEach() throws Exception {
    BackendServer first = backend(0);
    int port = first.port();
    BackendPool pool = frontend(authority.host("frontend"), "localhost", port);
    String which = "backend localhost:" + port;
    frontend.say("INFO " + which + " is ready");
    backend.say("INFO frontend 'CN=frontend,DC=test' is connected from 127.0.0.1");
    first.close();
    frontend.say("WARN " + which + " is lost after ");
    backend.say("the connection of frontend 'CN=frontend,DC=test' from 127.0.0.1 has ended");
    frontend.say("WARN " + which + " cannot be used: nothing listens there");
    backend(port);
    frontend.say("INFO " + which + " is back; it was away for ");
    eventually(() -> pool.figures().getFirst().ready(), () -> "it is not ready");
    assertEquals("", pool.figures().getFirst().trouble());
    assertEquals(1, frontend.with(" is lost after ").size(), frontend::toString);
    assertEquals(1, frontend.with(" is back; ").size(), frontend::toString);
  }

  @Test
  void aBackendThatDrainsIsNoMistakeOfTheConfiguration() throws Exception {
    PeerFiles files = authority.host("frontend");
    BackendServer server = backend(0);
    server.drain();
    frontend(files, "localhost", server.port());
    frontend.say("cannot be used: it says that it does not serve");
    MachineFinding finding = look(files, "localhost", server.port()).getFirst();
    assertFalse(finding.grave(), finding::toString);
    assertTrue(finding.text().contains("it says that it does not serve"), finding::toString);
  }

  @Test
  void aBackendThatHangsIsToldAndFound() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0)) {
      PeerFiles files = authority.host("frontend");
      frontend(files, "localhost", deaf.getLocalPort());
      frontend.say("cannot be used: it does not answer");
      MachineFinding finding = look(files, "localhost", deaf.getLocalPort()).getFirst();
      assertFalse(finding.grave(), finding::toString);
    }
  }

  @Test
  void aBackendThatServesIsFoundWell() throws Exception {
    int port = backend(0).port();
    assertEquals(List.of(), look(authority.host("frontend"), "localhost", port));
  }

  @Test
  void whatIsNotStartedYetIsNoMistakeAndATypingErrorIs() throws Exception {
    PeerFiles files = authority.host("frontend");
    MachineFinding nobody = look(files, "localhost", FreePort.find()).getFirst();
    assertFalse(nobody.grave(), nobody::toString);
    assertTrue(nobody.text().contains("nothing listens there"), nobody::toString);
    MachineFinding unknown = look(files, "no-such-host.invalid", 8445).getFirst();
    assertTrue(unknown.grave(), unknown::toString);
    assertTrue(unknown.text().contains("the name service does not know"), unknown::toString);
  }

  @Test
  void aBackendLooksAtWhatFrontendsWouldRefuseOfIt() throws Exception {
    Instant now = Instant.now();
    PeerFiles own = authority.host("backend");
    assertEquals(List.of(), LinkLook.of(own, now));
    PeerFiles foreign = other().host("backend");
    MachineFinding other =
        LinkLook.of(new PeerFiles(foreign.authorities(), own.certificate(), own.key()), now)
            .getFirst();
    assertTrue(other.grave());
    assertTrue(other.text().contains("was issued by 'CN=authority,DC=test'"), other::toString);
    MachineFinding over = LinkLook.of(own, now.plus(Duration.ofDays(3))).getFirst();
    assertEquals("link.authorities", over.key());
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    MachineFinding none =
        LinkLook.of(new PeerFiles(own.authorities(), empty, own.key()), now).getFirst();
    assertTrue(none.text().contains("has no certificate"), none::toString);
  }

  /** In a directory of its own: files of hosts are called by their names. */
  private Authority other() throws IOException {
    return new Authority(Files.createDirectory(directory.resolve("elsewhere")), "other");
  }

  private void grave(PeerFiles files, String host, int port, String reason) {
    MachineFinding finding = look(files, host, port).getFirst();
    assertTrue(finding.grave(), finding::toString);
    assertTrue(finding.text().contains(reason), finding::toString);
    assertTrue(finding.text().contains("backend " + host + ":" + port), finding::toString);
  }

  private static List<MachineFinding> look(PeerFiles files, String host, int port) {
    return LinkLook.at(settings(files, host, port));
  }

  private static void eventually(BooleanSupplier holds, Supplier<String> otherwise) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static DispatchSettings settings(PeerFiles files, String host, int port) {
    return new DispatchSettings(
        List.of(new BackendEndpoint(host, port)), files, 8 * MIB, AGAIN, Duration.ofSeconds(3));
  }

  private BackendPool frontend(PeerFiles files, String host, int port)
      throws IOException, GeneralSecurityException {
    BackendPool pool = BackendPool.overTls(settings(files, host, port), timer);
    open.add(pool);
    return pool;
  }

  private BackendServer backend(int port) throws IOException, GeneralSecurityException {
    return backend(port, authority.host("backend"));
  }

  private BackendServer backend(int port, PeerFiles files)
      throws IOException, GeneralSecurityException {
    Backend nothing = Functions.of(List.of());
    BackendServer server =
        BackendServer.overTls(
            new ServeSettings(
                "localhost",
                port,
                files,
                List.of("/DC=test/CN=frontend"),
                new LinkBounds(4 * MIB, Duration.ofMinutes(1), LinkBounds.presetConnections()),
                AGAIN),
            () -> nothing,
            Witnesses.none(Clock.systemUTC()),
            List::of,
            Clock.systemUTC(),
            threads,
            timer);
    open.add(server);
    return server.start();
  }
}
