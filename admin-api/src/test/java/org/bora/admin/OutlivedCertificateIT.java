package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.peer.PeerFiles;
import org.bora.api.wire.PeerCredentials;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection that is kept, or a session that is resumed, does not outlive its certificate. */
class OutlivedCertificateIT {
  private static final Duration DAY = Duration.ofDays(1);
  private static final String SHOWN = "admin_client_certificate";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path directory;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private TestAuthority authority;
  private Path believed;
  private PeerFiles alice;
  private AdminPort port;
  private int changes;

  @BeforeEach
  void open() throws Exception {
    authority = new TestAuthority(directory, "authority");
    alice = authority.of("alice");
    believed = Files.copy(alice.authorities(), directory.resolve("believed.pem"));
    PeerFiles own = authority.of("port");
    port =
        AdminPort.open(
            new AdminSettings(
                "127.0.0.1",
                0,
                new PeerFiles(believed, own.certificate(), own.key()),
                List.of("/DC=test/CN=alice", "/DC=test/CN=bob"),
                List.of(),
                Duration.ofMillis(50),
                AdminSettings.presetBounds()),
            new AdminRoutes(
                List.of(AdminRoute.look("/v1/thing", call -> AdminReply.json(List.of()))),
                AuditTrail.off()),
            timer,
            now::get);
  }

  @AfterEach
  void close() {
    port.close();
    timer.shutdownNow();
  }

  private static SSLContext identity(PeerFiles files) throws Exception {
    return PeerCredentials.ofFrontend(files).context();
  }

  private KeptClient client(PeerFiles files) throws Exception {
    return new KeptClient(identity(files), port.port());
  }

  private void believe(String... pem) throws IOException {
    Path next = Files.writeString(directory.resolve("next"), String.join("\n", pem));
    changes++;
    // Two writes within one tick of the clock would look like none.
    Files.setLastModifiedTime(next, FileTime.from(Instant.now().plusSeconds(changes)));
    Files.move(next, believed, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String pem(PeerFiles of) throws IOException {
    return Files.readString(of.authorities());
  }

  private static X509Certificate certificate(PeerFiles of) throws Exception {
    try (InputStream in = Files.newInputStream(of.certificate())) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static void awaitRefusal(KeptClient kept) throws IOException {
    Instant end = Instant.now().plus(PATIENCE);
    int status = kept.get("/v1/thing");
    while (status == 200) {
      assertTrue(Instant.now().isBefore(end), "still answered after " + PATIENCE);
      LockSupport.parkNanos(10_000_000);
      status = kept.get("/v1/thing");
    }
    assertEquals(403, status);
    assertThrows(IOException.class, () -> kept.get("/v1/thing"), "the connection has ended");
  }

  @Test
  void aRevocationEndsTheConnectionsOfItsCertificateAndNoOthers() throws Exception {
    PeerFiles bob = authority.of("bob");
    try (KeptClient kept = client(alice);
        KeptClient other = client(bob)) {
      assertEquals(200, kept.get("/v1/thing"));
      believe(pem(alice), authority.list(Instant.now().plus(DAY), certificate(alice)));

      awaitRefusal(kept);
      assertEquals(200, other.get("/v1/thing"));
      assertThrows(IOException.class, () -> client(alice).get("/v1/thing"), "nor does a new one");
    }
  }

  @Test
  void aRevocationHoldsForAResumedSession() throws Exception {
    SSLContext identity = identity(alice);
    long madeAt;
    try (KeptClient first = new KeptClient(identity, port.port());
        KeptClient watch = client(alice)) {
      assertEquals(200, first.get("/v1/thing"));
      madeAt = first.sessionMadeAt();
      believe(pem(alice), authority.list(Instant.now().plus(DAY), certificate(alice)));
      awaitRefusal(watch);
    }
    try (KeptClient resumed = new KeptClient(identity, port.port())) {
      assertEquals(madeAt, resumed.sessionMadeAt(), "it was not resumed");
      assertEquals(403, resumed.get("/v1/thing"));
    }
  }

  @Test
  void anAuthorityThatLeavesTakesItsConnectionsAlong() throws Exception {
    try (KeptClient kept = client(alice)) {
      assertEquals(200, kept.get("/v1/thing"));
      believe(pem(new TestAuthority(directory, "another").of("x")));

      awaitRefusal(kept);
    }
  }

  @Test
  void aCertificateThatExpiresIsNotAnsweredOn() throws Exception {
    try (KeptClient kept = client(alice)) {
      now.set(certificate(alice).getNotAfter().toInstant().minusSeconds(1));
      assertEquals(200, kept.get("/v1/thing"));

      now.set(certificate(alice).getNotAfter().toInstant().plusSeconds(1));
      awaitRefusal(kept);
    }
  }

  @Test
  void aRevocationListThatExpiresEndsTheConnectionsOfItsAuthority() throws Exception {
    Instant end = Instant.now().plus(Duration.ofHours(1));
    believe(pem(alice), authority.list(end));
    try (KeptClient kept = client(alice)) {
      assertEquals(200, kept.get("/v1/thing"));

      now.set(end.plusSeconds(1));
      awaitRefusal(kept);
    }
  }

  @Test
  void thePortTellsWhenItsCertificatesExpireAndThoseThatItAnswered() throws Exception {
    Instant list = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
    assertEquals(
        Set.of("admin_certificate", "admin_authority"), told().keySet(), "nothing was shown yet");
    believe(pem(alice), authority.list(list));
    try (KeptClient kept = client(alice)) {
      assertEquals(200, kept.get("/v1/thing"));
    }
    Instant end = certificate(alice).getNotAfter().toInstant();
    assertEquals(Optional.of(end), Optional.ofNullable(told().get(SHOWN)));
    awaitTold("admin_revocation_list", list);

    PeerFiles renewed = authority.of("alice", end.plus(DAY));
    for (PeerFiles each : List.of(renewed, alice)) {
      try (KeptClient kept = client(each)) {
        assertEquals(200, kept.get("/v1/thing"));
      }
    }
    assertEquals(end.plus(DAY), told().get(SHOWN), "alice has a newer one");
    port.admit(List.of("/DC=test/CN=bob"), List.of());
    assertFalse(told().containsKey(SHOWN), "alice is not answered any more");
    port.admit(List.of("/DC=test/CN=alice"), List.of());
    now.set(end.plus(DAY));
    assertFalse(told().containsKey(SHOWN), "it has expired");
  }

  private Map<String, Instant> told() {
    return port.certificates().stream()
        .collect(Collectors.toMap(CertificateEnd::what, CertificateEnd::end));
  }

  private void awaitTold(String what, Instant end) {
    Instant patience = Instant.now().plus(PATIENCE);
    while (!end.equals(told().get(what))) {
      assertTrue(Instant.now().isBefore(patience), () -> "not told: " + told());
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void whoIsNamedNoLongerIsNotAnsweredOn() throws Exception {
    try (KeptClient kept = client(alice)) {
      assertEquals(200, kept.get("/v1/thing"));
      port.admit(List.of("/DC=test/CN=bob"), List.of());

      awaitRefusal(kept);
    }
  }

  @Test
  void aListThatCannotBeUsedIsNamedAndChangesNothing() throws Exception {
    TestAuthority stranger = new TestAuthority(directory, "stranger");
    String good = authority.list(Instant.now().plus(DAY));
    for (String broken :
        List.of(
            stranger.list(Instant.now().plus(DAY)),
            good.substring(0, good.length() / 2),
            "-----BEGIN X509 CRL-----\nrubbish\n-----END X509 CRL-----\n")) {
      believe(pem(alice), broken);
      PeerFiles files = new PeerFiles(believed, alice.certificate(), alice.key());
      var refusal =
          assertThrows(GeneralSecurityException.class, () -> PeerCredentials.ofBackend(files));
      assertTrue(refusal.getMessage().startsWith(believed.toString()), refusal.getMessage());
    }
    try (KeptClient kept = client(alice)) {
      assertEquals(200, kept.get("/v1/thing"));
    }
  }

  /**
   * A link asks for thousands of calls a second: the chain is verified when it may have changed.
   */
  @Test
  void aKeptPeerIsJudgedByWhatIsBelievedAtEachCall() throws Exception {
    PeerCredentials trust =
        PeerCredentials.ofBackend(new PeerFiles(believed, alice.certificate(), alice.key()));
    var peer = trust.kept(new X509Certificate[] {certificate(alice)});
    Instant today = Instant.now();
    peer.check(today);
    believe(pem(alice), authority.list(today.plus(DAY), certificate(alice)));
    peer.check(today);
    assertTrue(trust.refresh());
    var refusal = assertThrows(CertificateException.class, () -> peer.check(today));
    assertTrue(refusal.getMessage().contains("'CN=alice,DC=test' was revoked"), refusal::toString);
  }
}
