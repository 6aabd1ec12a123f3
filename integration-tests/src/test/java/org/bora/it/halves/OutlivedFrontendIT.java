package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.peer.PeerFiles;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.it.site.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The connection of a frontend, which is kept for months, does not outlive its certificate. */
@Timeout(120)
class OutlivedFrontendIT {
  private static final int MIB = 1 << 20;
  private static final Duration AGAIN = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final StatusReply DONE = new StatusReply(ReturnStatus.success());
  private static final AbortRequest QUESTION = new AbortRequest("token");
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");

  @TempDir private Path directory;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private Authority authority;
  private Path believed;
  private BackendServer server;

  @BeforeEach
  void serve() throws Exception {
    authority = new Authority(directory, "authority");
    PeerFiles own = authority.host("backend");
    believed = Files.copy(own.authorities(), directory.resolve("believed.pem"));
    Backend backend =
        (Backend)
            Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, _, _) -> {
                  asked.incrementAndGet();
                  return DONE;
                });
    server =
        BackendServer.overTls(
            new ServeSettings(
                "localhost",
                0,
                new PeerFiles(believed, own.certificate(), own.key()),
                List.of("/DC=test/CN=first", "/DC=test/CN=second"),
                new LinkBounds(MIB, Duration.ofMinutes(1), LinkBounds.presetConnections()),
                AGAIN),
            () -> backend,
            Witnesses.none(Clock.systemUTC()),
            List::of,
            Clock.systemUTC(),
            threads,
            timer);
    open.add(server);
    server.start();
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
    threads.shutdownNow();
    timer.shutdownNow();
  }

  private RemoteBackend frontend(PeerFiles files) throws Exception {
    BackendPool pool =
        BackendPool.overTls(
            new DispatchSettings(
                List.of(new BackendEndpoint("localhost", server.port())),
                files,
                MIB,
                AGAIN,
                Duration.ofSeconds(3)),
            timer);
    open.add(pool);
    return new RemoteBackend(pool, Clock.systemUTC());
  }

  private static StatusReply ask(RemoteBackend backend) {
    return backend.call(
        Catalogue.ABORT_REQUEST,
        new Call(ALICE, Instant.now().plusSeconds(30), "trace-1"),
        QUESTION);
  }

  private void believe(String more) throws IOException {
    Path next =
        Files.writeString(directory.resolve("next"), Files.readString(believed) + "\n" + more);
    replace(next, believed);
  }

  private static void replace(Path from, Path to) throws IOException {
    // Two writes within one tick of the clock would look like none.
    Files.setLastModifiedTime(from, FileTime.from(Instant.now().plusSeconds(1)));
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static X509Certificate certificate(PeerFiles of) throws Exception {
    try (InputStream in = Files.newInputStream(of.certificate())) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  /** From now on it is never asked for this frontend again. */
  private void awaitRefusal(RemoteBackend frontend) {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      assertTrue(Instant.now().isBefore(end), "still answered after " + PATIENCE);
      try {
        assertEquals(DONE, ask(frontend));
      } catch (BackendFailure refused) {
        break;
      }
      LockSupport.parkNanos(10_000_000);
    }
    int before = asked.get();
    assertThrows(BackendFailure.class, () -> ask(frontend));
    assertEquals(before, asked.get());
  }

  @Test
  void aRevocationEndsTheConnectionsOfItsFrontendAndNoOthers() throws Exception {
    PeerFiles files = authority.host("first");
    RemoteBackend revoked = frontend(files);
    RemoteBackend other = frontend(authority.host("second"));
    assertEquals(DONE, ask(revoked));
    assertEquals(DONE, ask(other));
    try (LogLines log = new LogLines("org.bora.backend.serve")) {
      believe(authority.list(certificate(files)));

      awaitRefusal(revoked);
      assertEquals(DONE, ask(other));
      log.say("'CN=first,DC=test' was revoked by 'CN=authority,DC=test'", "link.authorities");
      assertThrows(BackendFailure.class, () -> ask(revoked));
      assertTrue(
          log.with("'CN=first,DC=test' is connected").isEmpty(),
          "a resumed session got in: " + log);
    }
  }

  @Test
  void aFrontendThatIsNamedNoLongerIsNotServedOn() throws Exception {
    RemoteBackend first = frontend(authority.host("first"));
    RemoteBackend second = frontend(authority.host("second"));
    assertEquals(DONE, ask(first));
    assertEquals(DONE, ask(second));

    server.serve(List.of("/DC=test/CN=second"));

    awaitRefusal(first);
    assertEquals(DONE, ask(second));
  }

  /** Otherwise it would be refused, on the connection of old, when the old one ends. */
  @Test
  void aRenewedCertificateIsShownAtOnceAndNoCallFails() throws Exception {
    PeerFiles files = authority.host("first");
    RemoteBackend frontend = frontend(files);
    assertEquals(DONE, ask(frontend));
    PeerFiles renewed = authority.host("second");
    try (LogLines log = new LogLines("org.bora.backend.serve")) {
      replace(renewed.key(), files.key());
      replace(renewed.certificate(), files.certificate());

      Instant end = Instant.now().plus(PATIENCE);
      while (log.with("'CN=second,DC=test' is connected").isEmpty()) {
        assertTrue(Instant.now().isBefore(end), "it shows the old one after " + PATIENCE);
        assertEquals(DONE, ask(frontend));
      }
    }
    server.serve(List.of("/DC=test/CN=second"));
    for (int i = 0; i < 20; i++) {
      assertEquals(DONE, ask(frontend));
    }
  }
}
