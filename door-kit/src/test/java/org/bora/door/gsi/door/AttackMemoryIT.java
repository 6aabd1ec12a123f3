package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What many attackers at once make the door hold while they hold on, heap and buffers outside it
 * (and of the test, which holds as much for its end of each connection); and that it serves others
 * meanwhile.
 */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttackMemoryIT {

  private static final int MANY = 120;
  private static final int SOME = 12;
  private static final String POST = "POST /srm/managerv2 HTTP/1.1\r\nHost: localhost\r\n";

  private final List<AutoCloseable> attackers = new ArrayList<>();
  private GsiClient.Credential alice;
  private OpenDoor door;
  private long before;

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    door =
        OpenDoor.open(
            OpenDoor.settings(Duration.ofSeconds(60)),
            grid.tls(EngineChoice.AUTOMATIC),
            grid.trust());
    served(); // classes are loaded
  }

  @AfterAll
  void close() {
    door.close();
  }

  @BeforeEach
  void measure() {
    before = held();
  }

  @AfterEach
  void theyLeaveAndNothingIsLeft() throws Exception {
    served();
    for (AutoCloseable attacker : attackers) {
      attacker.close();
    }
    attackers.clear();
    door.awaitEmpty();
  }

  private void served() throws Exception {
    try (GsiClient client = GsiClient.connect(door.port(), alice)) {
      assertEquals(200, client.send("0").post().status());
    }
  }

  private static long held() {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return heap
        + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
  }

  private void assertHeldForEach(int count, int mostKib) {
    long each = (held() - before) / count / 1024;
    assertTrue(each <= mostKib, each + " KiB for each of " + count + ", allowed are " + mostKib);
  }

  private GsiClient attacker() throws Exception {
    GsiClient client = GsiClient.connect(door.port(), alice);
    attackers.add(client);
    return client;
  }

  private Socket bare(byte[] said) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port());
    attackers.add(socket);
    socket.getOutputStream().write(said);
    return socket;
  }

  /** Neither what is announced nor what has not begun is held. */
  @Test
  void handshakesThatNeverGoOn() throws Exception {
    byte[] announced = new byte[3000];
    byte[] head = {0x16, 3, 1, 0x40, 0, 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, 3, 3};
    System.arraycopy(head, 0, announced, 0, head.length);
    for (int i = 0; i < MANY; i++) {
      bare(i % 2 == 0 ? announced : Arrays.copyOf(announced, 6));
    }
    served();
    assertHeldForEach(MANY, 80);
  }

  @Test
  void silenceBehindTheHandshake() throws Exception {
    for (int i = 0; i < MANY; i++) {
      attacker();
    }
    served();
    assertHeldForEach(MANY, 160);
  }

  @Test
  void headsThatNeverEnd() throws Exception {
    byte[] head = ("0" + POST + "X: " + "x".repeat(7000)).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < MANY; i++) {
      attacker().send(head);
    }
    served();
    assertHeldForEach(MANY, 200);
  }

  @Test
  void bodiesThatNeverEnd() throws Exception {
    byte[] begun =
        ("0" + POST + "Content-Length: 100000000\r\n\r\n" + "x".repeat(30_000))
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < MANY; i++) {
      attacker().send(begun);
    }
    served();
    assertHeldForEach(MANY, 300);
  }

  @Test
  void answersThatNobodyReads() throws Exception {
    String one = POST + "Content-Length: 2\r\n\r\nhi";
    byte[] flood = one.repeat(400).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < MANY / 2; i++) {
      attacker().send("0").send(flood);
    }
    served();
    assertHeldForEach(MANY / 2, 300);
  }

  /** Each costs a key: few at a time, and few here. */
  @Test
  void halvesOfDelegations() throws Exception {
    for (int i = 0; i < SOME; i++) {
      GsiClient client = attacker();
      byte[] request = client.send("D").readDer();
      byte[] proxy = Delegator.sign(alice, new PKCS10CertificationRequest(request)).getEncoded();
      client.send(i % 2 == 0 ? Arrays.copyOf(proxy, proxy.length / 2) : junk());
    }
    served();
    assertHeldForEach(SOME, 500);
  }

  /** The head of an object of 64 kB, and all of it but its end. */
  private static byte[] junk() {
    byte[] bytes = new byte[60_000];
    System.arraycopy(new byte[] {0x30, (byte) 0x82, (byte) 0xff, 0}, 0, bytes, 0, 4);
    return bytes;
  }
}
