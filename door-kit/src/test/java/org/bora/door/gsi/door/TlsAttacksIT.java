package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Below HTTP: other versions, weak ciphers, junk, and clients that leave at every place. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsAttacksIT {

  private static final int HANDSHAKE = 0x16;
  private static final int TLS_1_2 = 0x0303;

  /** TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, which the door speaks. */
  private static final int GOOD_SUITE = 0xc02f;

  private GsiClient.Credential alice;
  private OpenDoor door;

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    door =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(3)),
            grid.tls(EngineChoice.AUTOMATIC),
            grid.trust());
  }

  @AfterAll
  void close() {
    door.close();
  }

  @AfterEach
  void theNextHonestClientIsServedAndNothingIsLeft() throws Exception {
    try (GsiClient client = GsiClient.connect(door.port(), alice)) {
      assertEquals(200, client.send("0").post().status());
    }
    door.awaitEmpty();
  }

  /** A ClientHello with one extension besides what old ones have: the signature algorithms. */
  private static byte[] hello(int record, int version, int... suites) {
    var body = new ByteArrayOutputStream();
    two(body, version);
    body.writeBytes(new byte[32]);
    body.write(0);
    two(body, 2 * suites.length);
    for (int suite : suites) {
      two(body, suite);
    }
    body.write(1);
    body.write(0);
    // supported_groups: P-256; signature_algorithms: RSA and ECDSA with SHA-256
    byte[] extensions =
        HexFormat.of().parseHex("000a000400020017" + "000d0006000404010403" + "000b00020100");
    two(body, extensions.length);
    body.writeBytes(extensions);
    var message = new ByteArrayOutputStream();
    message.write(HANDSHAKE);
    two(message, record);
    two(message, body.size() + 4);
    message.write(1);
    message.write(0);
    two(message, body.size());
    message.writeBytes(body.toByteArray());
    return message.toByteArray();
  }

  private static void two(ByteArrayOutputStream out, int value) {
    out.write(value >> 8);
    out.write(value);
  }

  private int answerTo(byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes);
      return first(socket);
    }
  }

  /** First byte of what comes back; -1 where the connection just ends. */
  private static int first(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException reset) {
      return -1;
    }
  }

  @Test
  void theHelloOfTheseTestsIsAGoodOne() throws Exception {
    assertEquals(HANDSHAKE, answerTo(hello(0x0301, TLS_1_2, GOOD_SUITE)));
  }

  @TestFactory
  Stream<DynamicTest> oldVersionsAndWeakCiphersAreRefused() {
    Map<String, byte[]> hellos = new TreeMap<>();
    hellos.put("SSL 3.0", hello(0x0300, 0x0300, GOOD_SUITE, 0x002f));
    hellos.put("TLS 1.0", hello(0x0301, 0x0301, GOOD_SUITE, 0x002f));
    hellos.put("TLS 1.1", hello(0x0302, 0x0302, GOOD_SUITE, 0x002f));
    hellos.put("no encryption", hello(0x0301, TLS_1_2, 0x0001, 0x0002, 0x003b, 0xc010));
    hellos.put("export keys", hello(0x0301, TLS_1_2, 0x0003, 0x0006, 0x0008, 0x0014));
    hellos.put("RC4", hello(0x0301, TLS_1_2, 0x0004, 0x0005, 0xc011));
    hellos.put("3DES", hello(0x0301, TLS_1_2, 0x000a, 0xc012));
    hellos.put("anonymous Diffie-Hellman", hello(0x0301, TLS_1_2, 0x0034, 0x006c, 0xc018));
    hellos.put(
        "SSL 2.0", HexFormat.of().parseHex("802e0100020015000000100100800700c0" + "00".repeat(31)));
    return hellos.entrySet().stream()
        .map(
            entry ->
                dynamicTest(
                    entry.getKey(), () -> assertNotEquals(HANDSHAKE, answerTo(entry.getValue()))));
  }

  /** All at once: some are waited for until their time is over. */
  @Test
  void junkInPlaceOfAHandshakeIsRefused() throws Exception {
    Map<String, Socket> sent = new TreeMap<>();
    try {
      for (Map.Entry<String, byte[]> entry : junk().entrySet()) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port());
        sent.put(entry.getKey(), socket);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(entry.getValue());
      }
      for (Map.Entry<String, Socket> entry : sent.entrySet()) {
        assertNotEquals(HANDSHAKE, first(entry.getValue()), entry.getKey());
      }
    } finally {
      for (Socket socket : sent.values()) {
        socket.close();
      }
    }
  }

  private static Map<String, byte[]> junk() {
    byte[] good = hello(0x0301, TLS_1_2, GOOD_SUITE);
    byte[] huge = good.clone();
    huge[6] = (byte) 0xff; // a handshake message of 16 MB
    byte[] record = good.clone();
    record[3] = (byte) 0xff; // a record longer than any
    byte[] anything = new byte[70_000];
    for (int i = 0; i < anything.length; i++) {
      anything[i] = (byte) (i * 31 + (i >> 7));
    }
    return Map.of(
        "plain HTTP", "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
        "SSH", "SSH-2.0-OpenSSH_9.2\r\n".getBytes(StandardCharsets.US_ASCII),
        "a delegation byte before TLS", "0".getBytes(StandardCharsets.US_ASCII),
        "zeros", new byte[20_000],
        "anything", anything,
        "a message of 16 MB", huge,
        "a record of 64 kB", record,
        "a heartbeat", HexFormat.of().parseHex("1803020003014000"),
        "the end of a handshake", HexFormat.of().parseHex("140303000101"));
  }

  /** With either engine, and at once: not when the connection has been idle for long. */
  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"BORINGSSL", "JDK"})
  void whoAsksForASecondHandshakeIsSentAway(EngineChoice engine, TryGrid grid) throws Exception {
    try (OpenDoor other =
            OpenDoor.open(
                OpenDoor.settings(Duration.ofSeconds(60)), grid.tls(engine), grid.trust());
        GsiClient client = GsiClient.connect(other.port(), alice)) {
      assertEquals(200, client.send("0").post().status());
      assertThrows(
          IOException.class,
          () -> {
            client.renegotiate();
            client.post();
          });
      other.awaitEmpty();
    }
  }

  /** New keys within a connection, which TLS 1.3 has, would be taken for a second handshake. */
  @ParameterizedTest
  @EnumSource(
      value = EngineChoice.class,
      names = {"BORINGSSL", "JDK"})
  void whoSpeaksNothingButTls13IsToldSo(EngineChoice engine, TryGrid grid) throws Exception {
    try (OpenDoor other =
            OpenDoor.open(
                OpenDoor.settings(Duration.ofSeconds(60)), grid.tls(engine), grid.trust());
        SSLSocket socket =
            (SSLSocket)
                SSLContext.getDefault()
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), other.port())) {
      socket.setSoTimeout(20_000);
      socket.setEnabledProtocols(new String[] {"TLSv1.3"});
      SSLException refused = assertThrows(SSLException.class, socket::startHandshake);
      assertTrue(refused.getMessage().contains("protocol_version"), refused.getMessage());
    }
  }

  /** Cut off after each part of what an honest client sends; nothing stays of any. */
  @TestFactory
  Stream<DynamicTest> clientsThatLeaveAtAnyPlaceLeaveNothing() {
    byte[] hello = hello(0x0301, TLS_1_2, GOOD_SUITE);
    Stream<DynamicTest> before =
        IntStream.of(0, 1, 5, 9, hello.length / 2, hello.length)
            .mapToObj(
                length ->
                    dynamicTest(
                        "after " + length + " bytes", () -> leave(Arrays.copyOf(hello, length))));
    Stream<DynamicTest> after =
        Stream.of("", "0", "0POST", "0POST /srm/managerv2 HTTP/1.1\r\nContent-Le", "D", "Z")
            .map(text -> dynamicTest("after TLS and \"" + text.strip() + "\"", () -> leave(text)));
    return Stream.concat(before, after);
  }

  private void leave(byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
      socket.getOutputStream().write(bytes);
    }
  }

  private void leave(String text) throws Exception {
    try (GsiClient client = GsiClient.connect(door.port(), alice)) {
      client.send(text);
    }
  }

  @Test
  void clientsThatLeaveWithinADelegationLeaveNothing(TryGrid grid) throws Exception {
    try (OpenDoor patient =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(20)),
            grid.tls(EngineChoice.AUTOMATIC),
            grid.trust())) {
      try (GsiClient client = GsiClient.connect(patient.port(), alice)) {
        byte[] request = client.send("D").readDer();
        byte[] proxy = Delegator.sign(alice, new PKCS10CertificationRequest(request)).getEncoded();
        client.send(Arrays.copyOf(proxy, proxy.length / 2));
      }
      try (GsiClient client = GsiClient.connect(patient.port(), alice)) {
        client.send("D" + "not a certificate at all");
      }
      patient.awaitEmpty();
    }
  }
}
