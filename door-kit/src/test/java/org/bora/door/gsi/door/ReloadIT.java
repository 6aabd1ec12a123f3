package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.api.figures.CertificateEnd;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What changes on disk counts without a restart. */
@ExtendWith(TryGrid.Extension.class)
class ReloadIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** A call that a test repeats until it comes out as expected. */
  private interface Attempt {
    boolean succeeded() throws Exception;
  }

  @TempDir private Path directory;
  private TryGrid grid;

  @BeforeEach
  void copyTheAnchors(TryGrid tryGrid) throws IOException {
    grid = tryGrid;
    try (Stream<Path> files = Files.list(grid.certificates())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
  }

  private static void await(Attempt attempt) throws Exception {
    Instant end = Instant.now().plus(PATIENCE);
    while (!attempt.succeeded()) {
      assertTrue(Instant.now().isBefore(end), "not within " + PATIENCE);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static boolean admitted(OpenDoor door, GsiClient.Credential credential) {
    try (GsiClient client = GsiClient.connect(door.port(), credential)) {
      return client.send("0").post().status() == 200;
    } catch (IOException e) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Instant end(Path certificate) throws Exception {
    try (InputStream in = Files.newInputStream(certificate)) {
      X509Certificate read =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      return read.getNotAfter().toInstant();
    }
  }

  private void deleteCrls() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".r0")) {
          Files.delete(file);
        }
      }
    }
  }

  private void restoreCrls() throws IOException {
    try (Stream<Path> files = Files.list(grid.certificates())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".r0")) {
          Path aside = Files.copy(file, directory.resolve("new"));
          Files.move(aside, directory.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }

  @Test
  void aRevocationCountsForAChainThatWasGoodASecondAgo() throws Exception {
    GsiClient.Credential revoked = GsiClient.Credential.read(grid.proxy("revoked"));
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice"));
    deleteCrls();
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trustIn(directory))) {
      assertTrue(admitted(door, revoked), "no CRL yet");
      assertEquals(Optional.empty(), end(door, "revocation_list"));
      restoreCrls();
      await(() -> !admitted(door, revoked));
      assertTrue(admitted(door, alice));
      assertTrue(end(door, "revocation_list").orElseThrow().isAfter(Instant.now()));
    }
  }

  @Test
  void anAuthorityThatLeavesTakesItsUsersAlong() throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trustIn(directory))) {
      assertTrue(admitted(door, alice));
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      await(() -> !admitted(door, alice));
    }
  }

  @Test
  void aNameOutsideTheSigningPolicyIsRefused() throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice"));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".signing_policy")) {
          Files.writeString(
              file, Files.readString(file).replace("/DC=test/DC=grid/*", "/DC=test/DC=other/*"));
        }
      }
    }
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trustIn(directory))) {
      var refusal =
          assertThrows(IOException.class, () -> GsiClient.connect(door.port(), alice).close());
      assertTrue(refusal.getMessage().contains("unknown_ca"), refusal.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource(value = EngineChoice.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTOMATIC")
  void aRenewedHostCertificateIsShown(EngineChoice engine) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice"));
    Path certificate = directory.resolve("hostcert.pem");
    Path key = directory.resolve("hostkey.pem");
    copy("host/host.pem", certificate);
    copy("host/host.key", key);
    var tls = new TlsSettings(certificate, key, engine);
    try (OpenDoor door = OpenDoor.open(tls, grid.trust());
        GsiClient before = GsiClient.connect(door.port(), alice)) {
      assertEquals("CN=localhost,DC=grid,DC=test", name(before));
      copy("host/voms.pem", certificate);
      copy("host/voms.key", key);
      await(() -> shows(door, alice, "CN=voms.localhost,DC=grid,DC=test"));
      assertEquals(Optional.of(end(certificate)), end(door, "host_certificate"));
      assertDoesNotThrow(() -> before.send("0").post(), "a connection keeps what it began with");
    }
  }

  @ParameterizedTest
  @EnumSource(value = EngineChoice.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTOMATIC")
  void anEcHostKeyServes(EngineChoice engine) throws Exception {
    Path key = directory.resolve("eckey.pem");
    Path certificate = directory.resolve("eccert.pem");
    run("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key.toString());
    run(
        "openssl",
        "req",
        "-x509",
        "-key",
        key.toString(),
        "-subj",
        "/CN=ec",
        "-days",
        "2",
        "-out",
        certificate.toString());
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice"));
    try (OpenDoor door = OpenDoor.open(new TlsSettings(certificate, key, engine), grid.trust());
        GsiClient client = GsiClient.connect(door.port(), alice)) {
      assertEquals("EC", client.server().getPublicKey().getAlgorithm());
      assertEquals(200, client.send("0").post().status());
    }
  }

  @Test
  void aKeyThatIsNotTheCertificatesIsToldByName() {
    var tls =
        new TlsSettings(
            grid.home().resolve("host/host.pem"),
            grid.home().resolve("host/voms.key"),
            EngineChoice.AUTOMATIC);
    var refusal = assertThrows(IOException.class, () -> OpenDoor.open(tls, grid.trust()).close());
    assertTrue(refusal.getMessage().contains("host/voms.key"), refusal.getMessage());
  }

  @Test
  void missingTrustAnchorsAreToldByName() {
    var trust = grid.trustIn(directory.resolve("none"));
    var refusal =
        assertThrows(
            IOException.class,
            () -> OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), trust).close());
    assertTrue(refusal.getMessage().contains("none"), refusal.getMessage());
  }

  private void copy(String from, Path to) throws IOException {
    Files.copy(grid.home().resolve(from), to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Optional<Instant> end(OpenDoor door, String what) {
    return door.door().certificates().stream()
        .filter(each -> each.what().equals(what))
        .map(CertificateEnd::end)
        .findFirst();
  }

  private static String name(GsiClient client) {
    X509Certificate server = client.server();
    return server.getSubjectX500Principal().getName();
  }

  private static boolean shows(OpenDoor door, GsiClient.Credential user, String name)
      throws Exception {
    try (GsiClient client = GsiClient.connect(door.port(), user)) {
      return name(client).equals(name);
    }
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }
}
