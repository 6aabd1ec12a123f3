package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bora.door.gsi.trust.Draft;
import org.bora.door.gsi.trust.ForgedGrid;
import org.bouncycastle.asn1.x500.X500Name;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is sent away is told of with his address, though his connection is closed by then. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedVisitorsIT {

  private record Told(String host, String reason) {}

  private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
  private OpenDoor door;

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    var bounds =
        new ConnectionBounds(
            100, 100, 50, 100, Duration.ofSeconds(15), List.of(AddressRange.parse("127.0.0.0/8")));
    door =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(20), bounds),
            grid.tls(EngineChoice.AUTOMATIC),
            grid.trust(),
            (host, reason) -> told.add(new Told(host, reason)));
  }

  @AfterAll
  void close() {
    door.close();
  }

  private String hostTold() throws InterruptedException {
    Told next = told.poll(20, TimeUnit.SECONDS);
    assertNotNull(next, "nobody was told of");
    return next.host();
  }

  private static byte[] speaksFor(String header) {
    return header.getBytes(StandardCharsets.US_ASCII);
  }

  private void junk(String header) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
      socket.getOutputStream().write(speaksFor(header + "SSH-2.0-OpenSSH_9.2\r\n"));
      socket.setSoTimeout(20_000);
      try {
        socket.getInputStream().readAllBytes();
      } catch (IOException reset) {
        // as good an end as any
      }
    }
  }

  @Test
  void aHandshakeThatFails() throws Exception {
    junk("");
    assertEquals("127.0.0.1", hostTold());

    junk("PROXY TCP6 2001:db8::7 ::1 4000 8444\r\n");
    assertEquals("2001:db8:0:0:0:0:0:7", hostTold());
  }

  @Test
  void aConnectionThatIsClosedHasItsAddressStill() throws Exception {
    try (ServerSocketChannel port = ServerSocketChannel.open()) {
      port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel client = SocketChannel.open(port.getLocalAddress())) {
        LingeringEndPoint closed = openedAndClosed(port);
        assertEquals(client.getLocalAddress(), closed.getRemoteSocketAddress());
      }
    }
  }

  private static LingeringEndPoint openedAndClosed(ServerSocketChannel port) throws IOException {
    try (SocketChannel accepted = port.accept()) {
      return new LingeringEndPoint(accepted, null, null, null);
    }
  }

  /** A name may have as many letters as its owner likes; a line of the log may not. */
  @Test
  void aNameOfTenThousandLettersMakesNoLongLine(@TempDir Path directory) throws Exception {
    ForgedGrid forged = new ForgedGrid(directory);
    X500Name name = new X500Name("CN=a" + (",OU=" + "x".repeat(60)).repeat(160));
    X509Certificate long10 =
        Draft.of(forged.userSigns(), name, forged.proxyKeys().getPublic()).sign();
    var credential =
        new GsiClient.Credential(forged.proxyKeys().getPrivate(), List.of(long10, forged.user()));
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(GsiByteConnection.class.getName());
    Handler keeps =
        new StreamHandler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }
        };
    logger.addHandler(keeps);
    try (GsiClient client = GsiClient.connect(door.port(), credential)) {
      client.read();
    } catch (IOException refused) {
      // in the handshake, or after it
    } finally {
      hostTold();
      logger.removeHandler(keeps);
    }
    assertEquals(1, lines.size());
    assertTrue(lines.getFirst().contains("dropped"), lines.getFirst());
    assertTrue(lines.getFirst().length() < 400, lines.getFirst());
  }

  @Test
  void aClientWithoutACertificate() throws Exception {
    byte[] header = speaksFor("PROXY TCP6 2001:db8::8 ::1 4000 8444\r\n");
    try (GsiClient client = GsiClient.connect(door.port(), null, header)) {
      assertEquals(403, client.post().status());
    }
    assertEquals("2001:db8:0:0:0:0:0:8", hostTold());
  }
}
