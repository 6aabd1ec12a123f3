package org.bora.it.halves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.ban.BannedName;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.peer.PeerFiles;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.frontend.dispatch.RemoteSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A frontend and its backends as processes of their own would talk: real sockets, real TLS. */
@Timeout(120)
class MutualTlsIT {

  private static final int MIB = 1 << 20;
  private static final Duration AGAIN = Duration.ofMillis(100);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final List<BannedName> BANNED =
      List.of(
          new BannedName(BannedName.Kind.DN, "/CN=Mallory*", "order 1"),
          new BannedName(BannedName.Kind.VO, "badvo", "order 2"),
          new BannedName(BannedName.Kind.AUTHORITY, "/CN=é", ""));
  private static final AbortRequest QUESTION = new AbortRequest("t");
  private static final StatusReply DONE = new StatusReply(ReturnStatus.success());

  @TempDir private Path directory;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
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
    threads.shutdownNow();
    timer.shutdownNow();
  }

  @Test
  void aKnownFrontendIsAnswered() throws Exception {
    int port = server(0).port();
    assertEquals(
        DONE,
        frontend(authority.host("frontend"), port).call(Catalogue.ABORT_REQUEST, call(), QUESTION));
    assertEquals(1, asked.get());
  }

  @Test
  void aHostThatIsNoFrontendIsRefused() throws Exception {
    int port = server(0).port();
    RemoteBackend stranger = frontend(authority.host("stranger"), port);
    refused(stranger);
    assertEquals(0, asked.get());
  }

  @Test
  void aKnownFrontendHearsWhoIsBannedAndNobodyElseDoes() throws Exception {
    int port = server(0).port();
    assertEquals(BANNED, bans("frontend", port).bans());
    RemoteSite stranger = bans("stranger", port);
    assertThrows(BackendFailure.class, stranger::bans);
  }

  private RemoteSite bans(String frontend, int port) throws Exception {
    BackendPool pool =
        BackendPool.overTls(
            settings(authority.host(frontend), List.of(new BackendEndpoint("localhost", port))),
            timer);
    open.add(pool);
    return new RemoteSite(pool);
  }

  /** Of TLS 1.3 a client hears only afterwards that it was refused. */
  @Test
  void whoShowsNoCertificateIsRefusedAndJunkEndsAConnection() throws Exception {
    int port = server(0).port();
    byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    for (byte[] sent : List.of(preface, new byte[70_000])) {
      try (Socket socket = LinkSockets.overTls(port)) {
        assertEquals(-1, LinkSockets.answerTo(sent, socket));
      }
      try (Socket plain = new Socket("localhost", port)) {
        assertTrue(LinkSockets.ends(plain, sent), "a connection without TLS stays open");
      }
    }
    assertEquals(0, asked.get());
    assertEquals(
        DONE,
        frontend(authority.host("frontend"), port).call(Catalogue.ABORT_REQUEST, call(), QUESTION));
  }

  @Test
  void anExpiredFrontendIsRefused() throws Exception {
    int port = server(0).port();
    refused(frontend(authority.expired("frontend"), port));
    assertEquals(0, asked.get());
  }

  @Test
  void aFrontendOfAnotherAuthorityIsRefused() throws Exception {
    int port = server(0).port();
    PeerFiles foreign = new Authority(directory, "other").host("frontend");
    PeerFiles own = authority.host("frontend");
    refused(frontend(new PeerFiles(own.authorities(), foreign.certificate(), foreign.key()), port));
    assertEquals(0, asked.get());
  }

  @Test
  void aBackendOfAnotherAuthorityIsNotAsked() throws Exception {
    int port = server(0).port();
    PeerFiles own = authority.host("frontend");
    PeerFiles foreign = new Authority(directory, "other").host("frontend");
    refused(frontend(new PeerFiles(foreign.authorities(), own.certificate(), own.key()), port));
    assertEquals(0, asked.get());
  }

  @Test
  void aBackendInAnotherNameIsNotAsked() throws Exception {
    int port = server(0).port();
    // The certificate is in the name localhost only.
    refused(
        frontend(
            settings(authority.host("frontend"), List.of(new BackendEndpoint("127.0.0.1", port)))));
    assertEquals(0, asked.get());
  }

  @Test
  void plainTextIsNotSpoken() throws Exception {
    int port = server(0).port();
    try (Socket socket = new Socket("localhost", port)) {
      socket
          .getOutputStream()
          .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      // At most a TLS alert (content type 21), never an HTTP/2 frame.
      assertTrue(answer.length == 0 || answer[0] == 21, () -> answer.length + " bytes");
    }
  }

  @Test
  void messagesUpToTheLimitArriveAndLargerOnesAreRefusedClearly() throws Exception {
    int port = server(0).port();
    RemoteBackend backend = frontend(authority.host("frontend"), port);
    var fits = new RmRequest(surls(3 * MIB));
    assertEquals(fits.surls().size(), backend.call(Catalogue.RM, call(), fits).files().size());
    var tooLarge = new RmRequest(surls(5 * MIB));
    var failure =
        assertThrows(BackendFailure.class, () -> backend.call(Catalogue.RM, call(), tooLarge));
    assertTrue(failure.getMessage().contains("too large"), failure.getMessage());
    assertEquals(DONE, backend.call(Catalogue.ABORT_REQUEST, call(), QUESTION));
  }

  @Test
  void anAnswerBeyondTheLimitIsRefusedClearly() throws Exception {
    int port = server(0).port();
    PeerFiles files = authority.host("frontend");
    RemoteBackend backend =
        frontend(
            new DispatchSettings(
                List.of(new BackendEndpoint("localhost", port)),
                files,
                MIB,
                AGAIN,
                Duration.ofSeconds(3)));
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.RM, call(), new RmRequest(surls(2 * MIB))));
    assertEquals(BackendFailure.Kind.PERMANENT, failure.kind());
    assertTrue(failure.getMessage().contains("too large"), failure.getMessage());
  }

  @Test
  void aRestartedBackendIsFoundAgain() throws Exception {
    BackendServer first = server(0);
    int port = first.port();
    RemoteBackend backend = frontend(authority.host("frontend"), port);
    assertEquals(DONE, backend.call(Catalogue.ABORT_REQUEST, call(), QUESTION));
    first.close();
    var failure =
        assertThrows(
            BackendFailure.class,
            () -> backend.call(Catalogue.MKDIR, call(), new MkdirRequest(new Surl("srm://se/a"))));
    assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    server(port);
    eventuallyAnswered(backend);
  }

  @Test
  void whenOneOfTwoDiesNothingThatMayBeRepeatedFails() throws Exception {
    BackendServer first = server(0);
    BackendServer second = server(0);
    RemoteBackend backend =
        frontend(
            settings(
                authority.host("frontend"),
                Stream.of(first, second)
                    .map(server -> new BackendEndpoint("localhost", server.port()))
                    .toList()));
    for (int i = 0; i < 200; i++) {
      if (i == 100) {
        first.close();
      }
      assertEquals(DONE, backend.call(Catalogue.ABORT_REQUEST, call(), QUESTION));
    }
    assertTrue(asked.get() >= 200);
  }

  @Test
  void aRenewedCertificateNeedsNoRestart() throws Exception {
    int port = server(0).port();
    PeerFiles files = authority.expired("frontend");
    RemoteBackend backend = frontend(files, port);
    refused(backend);
    PeerFiles renewed = authority.host("frontend");
    replace(renewed.key(), files.key());
    replace(renewed.certificate(), files.certificate());
    eventuallyAnswered(backend);
  }

  @Test
  void unusableFilesAreNamedAtTheStart() throws Exception {
    PeerFiles own = authority.host("frontend");
    Path broken = Files.writeString(directory.resolve("broken.pem"), "not a certificate");
    for (PeerFiles files :
        List.of(
            new PeerFiles(broken, own.certificate(), own.key()),
            new PeerFiles(own.authorities(), broken, own.key()),
            new PeerFiles(own.authorities(), own.certificate(), broken))) {
      var refusal = assertThrows(GeneralSecurityException.class, () -> frontend(files, 1));
      assertTrue(refusal.getMessage().startsWith(broken.toString()), refusal.getMessage());
    }
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    // Two writes within one tick of the clock would look like none.
    Files.setLastModifiedTime(to, FileTime.from(Instant.now().plusSeconds(1)));
  }

  private static void refused(RemoteBackend backend) {
    assertThrows(
        BackendFailure.class, () -> backend.call(Catalogue.ABORT_REQUEST, call(), QUESTION));
  }

  private static void eventuallyAnswered(RemoteBackend backend) {
    Instant patience = Instant.now().plusSeconds(30);
    while (true) {
      try {
        assertEquals(DONE, backend.call(Catalogue.ABORT_REQUEST, call(), QUESTION));
        return;
      } catch (BackendFailure notYet) {
        assertTrue(Instant.now().isBefore(patience), notYet::toString);
      }
    }
  }

  private static List<Surl> surls(int bytes) {
    int each = 1000;
    return Collections.nCopies(bytes / each, new Surl("s".repeat(each)));
  }

  private BackendServer server(int port) throws IOException, GeneralSecurityException {
    var settings =
        new ServeSettings(
            "localhost",
            port,
            authority.host("backend"),
            List.of("/DC=test/CN=frontend"),
            new LinkBounds(4 * MIB, Duration.ofMinutes(1), LinkBounds.presetConnections()),
            AGAIN);
    Backend backend = backend();
    var server =
        BackendServer.overTls(
            settings,
            () -> backend,
            Witnesses.none(Clock.systemUTC()),
            () -> BANNED,
            Clock.systemUTC(),
            threads,
            timer);
    open.add(server);
    return server.start();
  }

  private Backend backend() {
    return Functions.of(Catalogue.RM, (call, rm) -> asked(removed(rm)))
        .and(Catalogue.ABORT_REQUEST, (call, abort) -> asked(DONE));
  }

  private <R> R asked(R reply) {
    asked.incrementAndGet();
    return reply;
  }

  private static SurlStatusesReply removed(RmRequest request) {
    return new SurlStatusesReply(
        ReturnStatus.success(),
        request.surls().stream()
            .map(surl -> new SurlStatus(surl, ReturnStatus.success()))
            .toList());
  }

  private RemoteBackend frontend(PeerFiles files, int port)
      throws IOException, GeneralSecurityException {
    return frontend(settings(files, List.of(new BackendEndpoint("localhost", port))));
  }

  private static DispatchSettings settings(PeerFiles files, List<BackendEndpoint> backends) {
    return new DispatchSettings(backends, files, 8 * MIB, AGAIN, Duration.ofSeconds(3));
  }

  private RemoteBackend frontend(DispatchSettings settings)
      throws IOException, GeneralSecurityException {
    BackendPool pool = BackendPool.overTls(settings, timer);
    open.add(pool);
    return new RemoteBackend(pool, Clock.systemUTC());
  }

  private static Call call() {
    return new Call(ALICE, Instant.now().plusSeconds(30), "trace-1");
  }
}
