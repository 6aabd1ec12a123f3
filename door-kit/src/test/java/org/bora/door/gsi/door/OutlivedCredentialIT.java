package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.ForgedGrid;
import org.bora.door.gsi.trust.SetClock;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A connection that is kept open does not outlive what its caller showed. */
@ExtendWith(TryGrid.Extension.class)
class OutlivedCredentialIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path directory;
  private TryGrid grid;

  @BeforeEach
  void copyTheAnchors(TryGrid tryGrid) throws IOException {
    grid = tryGrid;
    copyAll(file -> true);
  }

  private interface Choice {
    boolean takes(String name);
  }

  private void copyAll(Choice choice) throws IOException {
    for (Path file : files(grid.certificates())) {
      if (choice.takes(file.getFileName().toString())) {
        Path aside = Files.copy(file, directory.resolve("new"));
        Files.move(aside, directory.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private void deleteAll(Choice choice) throws IOException {
    for (Path file : files(directory)) {
      if (choice.takes(file.getFileName().toString())) {
        Files.delete(file);
      }
    }
  }

  private static Iterable<Path> files(Path in) throws IOException {
    try (Stream<Path> files = Files.list(in)) {
      return files.toList();
    }
  }

  private static void awaitRefusal(GsiClient client) throws IOException {
    Instant end = Instant.now().plus(PATIENCE);
    GsiClient.Reply reply = client.post();
    while (reply.status() == 200) {
      assertTrue(Instant.now().isBefore(end), "still served after " + PATIENCE);
      LockSupport.parkNanos(10_000_000);
      reply = client.post();
    }
    assertEquals(403, reply.status());
    assertTrue(reply.body().contains("not valid any more"), reply.body());
    assertThrows(IOException.class, client::post, "the connection has ended");
  }

  @Test
  void aProxyThatHasExpiredIsNotServedOn() throws Exception {
    var alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    Instant end = alice.chain().getFirst().getNotAfter().toInstant();
    var clock = new SetClock(Instant.now());
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trust(), clock);
        GsiClient kept = GsiClient.connect(door.port(), alice).send("0")) {
      clock.set(end.minusSeconds(1));
      assertEquals(200, kept.post().status());

      clock.set(end.plusSeconds(1));
      awaitRefusal(kept);
      assertThrows(
          IOException.class,
          () -> GsiClient.connect(door.port(), alice).send("0").post(),
          "a library's five minutes of grace do not count");
    }
  }

  /** The verdict was remembered, and the connection remembered that. */
  @Test
  void aRevocationListThatRunsOutEndsTheConnectionsAtOnce() throws Exception {
    var alice = GsiClient.Credential.read(grid.proxy("alice"));
    var clock = new SetClock(Instant.now());
    Instant end = Instant.now().plus(Duration.ofMinutes(5)).truncatedTo(ChronoUnit.SECONDS);
    publishListUntil(end);
    try (OpenDoor door =
            OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trustIn(directory), clock);
        GsiClient kept = GsiClient.connect(door.port(), alice).send("0")) {
      clock.set(end.minusSeconds(1));
      assertEquals(200, kept.post().status());

      clock.set(end.plusMillis(1));
      assertEquals(403, kept.post().status());
    }
  }

  /** Instead of the lists of the grid. */
  private void publishListUntil(Instant end) throws Exception {
    try (var key = new PEMParser(Files.newBufferedReader(grid.home().resolve("ca/ca.key")));
        var certificate =
            new PEMParser(Files.newBufferedReader(grid.home().resolve("ca/ca.pem")))) {
      var list =
          new X509v2CRLBuilder(
              ((X509CertificateHolder) certificate.readObject()).getSubject(),
              Date.from(Instant.now().minusSeconds(60)));
      list.setNextUpdate(Date.from(end));
      var signer =
          new JcaContentSignerBuilder("SHA256withRSA")
              .build(new JcaPEMKeyConverter().getPrivateKey((PrivateKeyInfo) key.readObject()));
      String text = ForgedGrid.pem(list.build(signer));
      for (Path file : files(directory)) {
        if (file.toString().endsWith(".r0")) {
          Files.writeString(file, text);
        }
      }
    }
  }

  @Test
  void aRevocationEndsTheConnectionsOfItsCertificate() throws Exception {
    var revoked = GsiClient.Credential.read(grid.proxy("revoked"));
    var alice = GsiClient.Credential.read(grid.proxy("alice"));
    deleteAll(name -> name.endsWith(".r0"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trustIn(directory));
        GsiClient kept = GsiClient.connect(door.port(), revoked).send("0");
        GsiClient other = GsiClient.connect(door.port(), alice).send("0")) {
      assertEquals(200, kept.post().status());
      copyAll(name -> name.endsWith(".r0"));

      awaitRefusal(kept);
      assertEquals(200, other.post().status());
    }
  }

  @Test
  void anAuthorityThatLeavesTakesTheConnectionsOfItsUsersAlong() throws Exception {
    var alice = GsiClient.Credential.read(grid.proxy("alice"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.AUTOMATIC), grid.trustIn(directory));
        GsiClient kept = GsiClient.connect(door.port(), alice).send("0")) {
      assertEquals(200, kept.post().status());
      deleteAll(name -> true);

      awaitRefusal(kept);
    }
  }
}
