package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.zip.Adler32;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.DelegationMode;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.server.GridFtpServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ControlClientIT {

  private static final Duration TIME = Duration.ofSeconds(20);
  private static final byte[] CONTENT = "some bytes, not many".getBytes(StandardCharsets.US_ASCII);

  @TempDir static Path directory;
  private static ThrowawayGrid grid;
  private static GridFtpServer server;
  private static PeerTrust trust;

  private final ControlClient client = new ControlClient(new HostAddresses());

  @BeforeAll
  static void startServer() throws IOException, InterruptedException {
    grid = ThrowawayGrid.open();
    server = GridFtpServer.start(grid, directory);
    trust = new PeerTrust(new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1)));
    Files.write(directory.resolve("file"), CONTENT);
  }

  @AfterAll
  static void stopServer() {
    server.close();
    trust.close();
  }

  @ParameterizedTest
  @EnumSource(DelegationMode.class)
  void aServerAnswersSizeAndChecksumWhateverIsDelegated(DelegationMode delegation)
      throws IOException {
    Adler32 adler = new Adler32();
    adler.update(CONTENT);
    try (ControlSession session = login("alice", delegation)) {
      assertInstanceOf(CommandAnswer.Given.class, session.noop(TIME));
      String file = directory.resolve("file").toString();
      assertEquals(new CommandAnswer.Given<>((long) CONTENT.length), session.size(file, TIME));
      String expected = "%08x".formatted(adler.getValue());
      assertEquals(new CommandAnswer.Given<>(expected), session.adler32(file, TIME));
    }
  }

  @Test
  void aChecksumWithLeadingZeroesHasEightDigits() throws IOException {
    Path empty = Files.write(directory.resolve("empty"), new byte[0]);
    try (ControlSession session = login("alice", DelegationMode.NONE)) {
      assertEquals(new CommandAnswer.Given<>("00000001"), session.adler32(empty.toString(), TIME));
    }
  }

  @Test
  void namesInUnicodeReachTheServerUnchanged() throws IOException {
    Path named = Files.write(directory.resolve("gr\u00f6\u00dfe \u4e2d"), CONTENT);
    try (ControlSession session = login("alice", DelegationMode.NONE)) {
      assertEquals(
          new CommandAnswer.Given<>((long) CONTENT.length), session.size(named.toString(), TIME));
    }
  }

  @Test
  void aMissingFileIsARefusalAndTheSessionGoesOn() throws IOException {
    try (ControlSession session = login("alice", DelegationMode.NONE)) {
      var refused =
          assertInstanceOf(
              CommandAnswer.Refused.class,
              session.size(directory.resolve("none").toString(), TIME));
      assertEquals(550, refused.code());
      assertInstanceOf(CommandAnswer.Given.class, session.noop(TIME));
    }
  }

  @Test
  void aPathThatWouldBeASecondCommandIsNotSent() throws IOException {
    try (ControlSession session = login("alice", DelegationMode.NONE)) {
      assertThrows(IllegalArgumentException.class, () -> session.size("/a\r\nDELE /file", TIME));
      assertInstanceOf(CommandAnswer.Given.class, session.noop(TIME));
    }
  }

  @Test
  void aGenuineServerThatMapsUsToNobodyIsARefusal() throws IOException {
    var answer =
        client.login(
            "localhost", server.port(), credential(grid.host(), DelegationMode.NONE), TIME);
    assertEquals(530, assertInstanceOf(CommandAnswer.Refused.class, answer).code());
  }

  @Test
  void aServerOfAnotherNameIsNotTalkedTo() throws IOException {
    GsiCredential alice = credential(grid.proxy("alice"), DelegationMode.FULL);
    var failure =
        assertThrows(
            IOException.class, () -> client.login("127.0.0.1", server.port(), alice, TIME));
    assertTrue(
        failure.getMessage().endsWith("does not name the host 127.0.0.1"), failure.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "host/voms, does not name the host localhost",
    "host/badvoms, No trusted CA certificate was found",
    "users/revoked, revoked",
    "users/expired, expired",
  })
  void aServerWithAWrongCertificateIsNotTalkedTo(
      String certificate, String reason, @TempDir Path own) throws IOException {
    GsiCredential alice = credential(grid.proxy("alice"), DelegationMode.FULL);
    try (GridFtpServer wrong = GridFtpServer.start(grid, own, certificate)) {
      var failure =
          assertThrows(
              IOException.class, () -> client.login("localhost", wrong.port(), alice, TIME));
      assertTrue(failure.getMessage().contains(reason), failure.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "alice-expired, our credential",
    "untrusted, Cannot find trusted CA certificate",
    "revoked, has been revoked",
  })
  void aCredentialTheServerCannotAcceptIsAFailureThatSaysWhy(String proxy, String reason)
      throws IOException {
    GsiCredential bad = credential(grid.proxy(proxy), DelegationMode.NONE);
    var failure =
        assertThrows(IOException.class, () -> client.login("localhost", server.port(), bad, TIME));
    assertTrue(failure.getMessage().contains(reason), failure.getMessage());
  }

  @Test
  void nobodyListeningIsAFailure() {
    var failure = assertThrows(IOException.class, () -> client.greeting("localhost", 1, TIME));
    assertEquals("connecting: Connection refused", failure.getMessage());
  }

  private ControlSession login(String proxy, DelegationMode delegation) throws IOException {
    var answer =
        client.login("localhost", server.port(), credential(grid.proxy(proxy), delegation), TIME);
    return (ControlSession) assertInstanceOf(CommandAnswer.Given.class, answer).value();
  }

  private static GsiCredential credential(CredentialFiles files, DelegationMode delegation)
      throws IOException {
    return new GsiCredential(files.read(), trust, delegation, Clock.systemUTC());
  }
}
