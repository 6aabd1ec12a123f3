package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ports for HTTP speak TLS 1.3 and 1.2, with both kinds of engines. */
@ExtendWith(TryGrid.Extension.class)
class HttpTlsIT {

  @TempDir private Path directory;
  private TryGrid grid;

  @BeforeEach
  void remember(TryGrid tryGrid) {
    grid = tryGrid;
  }

  private OpenDoor open(EngineChoice engine) throws IOException {
    return OpenDoor.openHttp(grid.tls(engine), grid.trust());
  }

  private GsiClient connect(OpenDoor door, String proxy, String version) throws Exception {
    var credential = GsiClient.Credential.read(grid.proxy(proxy));
    return GsiClient.connect(door.port(), credential, version);
  }

  @ParameterizedTest
  @CsvSource({"BORINGSSL, TLSv1.3", "BORINGSSL, TLSv1.2", "JDK, TLSv1.3", "JDK, TLSv1.2"})
  void aCallerIsKnownByTheCertificate(EngineChoice engine, String version) throws Exception {
    try (OpenDoor door = open(engine);
        GsiClient client = connect(door, "alice-voms", version)) {
      assertEquals(version, ((SSLSocket) client.socket()).getSession().getProtocol());
      for (int call = 0; call < 3; call++) {
        GsiClient.Reply reply = client.post("/f", "");
        assertEquals(200, reply.status());
        assertTrue(reply.body().contains("CN=Alice Test"), reply.body());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"BORINGSSL", "JDK"})
  void whoSpeaksNothingNewerThanTls11IsToldSo(EngineChoice engine) throws Exception {
    try (OpenDoor door = open(engine)) {
      // the JDK's client does not speak it any more either
      assertThrows(SSLException.class, () -> connect(door, "alice", "TLSv1.1"));
      String said = openssl(door, "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0");
      assertTrue(said.contains("alert protocol version"), said);
    }
  }

  /** RFC 8446 section 4.6.3; with Java's clients after 128 GB. */
  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"BORINGSSL", "JDK"})
  void aConnectionGoesOnWithNewKeys(EngineChoice engine) throws Exception {
    try (OpenDoor door = open(engine);
        GsiClient client = connect(door, "alice", "TLSv1.3")) {
      assertEquals(200, client.post("/f", "").status());
      for (int call = 0; call < 3; call++) {
        client.renegotiate();
        assertEquals(200, client.post("/f", "").status());
      }
    }
  }

  /** Of TLS 1.3 the client has finished its handshake before it is refused. */
  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"BORINGSSL", "JDK"})
  void whoShowsABadCertificateIsToldWhy(EngineChoice engine) throws Exception {
    try (OpenDoor door = open(engine)) {
      IOException refused =
          assertThrows(
              IOException.class,
              () -> {
                try (GsiClient client = connect(door, "revoked", "TLSv1.3")) {
                  client.post("/f", "");
                }
              });
      assertTrue(refused.getMessage().contains("certificate_"), refused.getMessage());
      door.awaitEmpty();
    }
  }

  /** A resumed session shows no certificate; the first one may have been revoked since. */
  @ParameterizedTest
  @CsvSource({"BORINGSSL, -tls1_3", "BORINGSSL, -tls1_2", "JDK, -tls1_3", "JDK, -tls1_2"})
  void noSessionIsResumed(EngineChoice engine, String version) throws Exception {
    try (OpenDoor door = open(engine)) {
      String said = resume(door, version);
      assertTrue(said.contains("200 OK"), said);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"BORINGSSL", "JDK"})
  void noSessionOfSrmIsResumed(EngineChoice engine) throws Exception {
    try (OpenDoor door = OpenDoor.open(grid.tls(engine), grid.trust())) {
      resume(door, "-tls1_2");
    }
  }

  /** A second time with the session of the first, if there is one; and what is said then. */
  private String resume(OpenDoor door, String version) throws Exception {
    String session = directory.resolve("session").toString();
    String first = openssl(door, version, "-sess_out", session);
    assertTrue(first.contains("New, TLSv1"), first);
    if (!Files.exists(Path.of(session))) {
      return first;
    }
    String second = openssl(door, version, "-sess_in", session);
    assertTrue(second.contains("New, TLSv1"), second);
    return second;
  }

  /** What openssl's client says of one request. */
  private String openssl(OpenDoor door, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of("openssl", "s_client", "-connect", "localhost:" + door.port(), "-ign_eof"));
    Path proxy = grid.proxy("alice");
    String pem = Files.readString(proxy);
    int ends = pem.indexOf("-----END CERTIFICATE-----");
    String issuers = pem.substring(pem.indexOf("-----BEGIN CERTIFICATE-----", ends));
    Path chain = Files.writeString(directory.resolve("chain"), issuers);
    words.addAll(List.of("-cert", proxy.toString(), "-key", proxy.toString()));
    words.addAll(List.of("-cert_chain", chain.toString()));
    words.addAll(List.of(options));
    Process client = new ProcessBuilder(words).redirectErrorStream(true).start();
    try (var in = client.getOutputStream()) {
      in.write(
          "GET /f HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      in.flush();
    } catch (IOException leftBefore) {
      // it says why
    }
    String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(client.waitFor(20, TimeUnit.SECONDS));
    return said;
  }
}
