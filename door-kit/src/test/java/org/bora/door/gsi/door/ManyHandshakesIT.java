package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More clients than may be, or than can be served at once. */
@ExtendWith(TryGrid.Extension.class)
class ManyHandshakesIT {
  private static final int MOST = 3;
  private static final int AT_ONCE = 150;
  private static final int END = -1;

  @Test
  void theOldestOfTooManyMakesRoomForTheNewest(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    var bounds = new ConnectionBounds(100, MOST, 100, 100, Duration.ofSeconds(15), List.of());
    DoorSettings settings = OpenDoor.settings(Duration.ofMinutes(5), bounds);
    List<Socket> silent = new ArrayList<>();
    try (OpenDoor door = OpenDoor.open(settings, grid.tls(EngineChoice.JDK), grid.trust());
        GsiClient served = GsiClient.connect(door.port(), alice)) {
      assertEquals(200, served.send("0").post().status());
      for (int i = 1; i <= MOST; i++) {
        silent.add(silent(door));
        awaitNewcomers(door, i); // several selectors open them: in turn, or no one is the oldest
      }

      try (GsiClient one = GsiClient.connect(door.port(), alice)) {
        assertEquals(200, one.send("0").post().status(), "the newest is served");
        assertEnded(silent.getFirst());
        assertEquals(200, served.post().status(), "who has begun HTTP does not count");
        try (GsiClient other = GsiClient.connect(door.port(), alice)) {
          assertEquals(200, other.send("0").post().status());
        }
      }
      // three were allowed, and two of them are left: nobody else had to go
      for (Socket one : silent.subList(1, MOST)) {
        one.setSoTimeout(300);
        assertEquals("open", state(one));
      }
    } finally {
      for (Socket one : silent) {
        one.close();
      }
    }
  }

  @Test
  void whoseConnectionIsIdleLeavesBeforeTheDoorIsFull(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    var bounds = new ConnectionBounds(3, 3, 3, 3, Duration.ofSeconds(15), List.of());
    DoorSettings settings = OpenDoor.settings(Duration.ofMinutes(5), bounds);
    try (OpenDoor door = OpenDoor.open(settings, grid.tls(EngineChoice.JDK), grid.trust());
        GsiClient first = GsiClient.connect(door.port(), alice)) {
      assertEquals(200, first.send("0").post().status());
      awaitIdle(door, 1);
      try (GsiClient second = GsiClient.connect(door.port(), alice)) {
        assertEquals(200, second.send("0").post().status());
        awaitIdle(door, 2);
        assertEquals(200, first.post().status(), "used since");
        awaitIdle(door, 2);
        try (GsiClient third = GsiClient.connect(door.port(), alice)) {
          assertEquals(200, third.send("0").post().status(), "the newest is served");
          assertThrows(IOException.class, second::post, "idle for longest");
          assertEquals(200, first.post().status());
        }
      }
    }
  }

  @Test
  void manyAtOnceAreAllServed(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    DoorSettings settings = OpenDoor.settings(Duration.ofSeconds(30));
    try (OpenDoor door = OpenDoor.open(settings, grid.tls(EngineChoice.AUTOMATIC), grid.trust());
        var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var together = new CountDownLatch(1);
      List<Future<Integer>> replies = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        replies.add(
            clients.submit(
                () -> {
                  together.await();
                  try (GsiClient client = GsiClient.connect(door.port(), alice)) {
                    return client.send("0").post().status();
                  }
                }));
      }
      together.countDown();
      for (Future<Integer> reply : replies) {
        assertEquals(200, reply.get(30, TimeUnit.SECONDS));
      }
      assertEquals(0, door.door().connectionsInLine());
    }
  }

  private static Socket silent(OpenDoor door) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static void awaitNewcomers(OpenDoor door, int count) {
    long patience = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (door.door().connectionsBeforeHttp() != count) {
      assertTrue(System.nanoTime() < patience, door.door().connectionsBeforeHttp() + " are open");
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** A client has its answer a moment before the door calls the connection idle. */
  private static void awaitIdle(OpenDoor door, int count) {
    long patience = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (door.door().connectionsIdle() != count) {
      assertTrue(System.nanoTime() < patience, door.door().connectionsIdle() + " are idle");
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void assertEnded(Socket socket) {
    assertEquals("ended", state(socket));
  }

  private static String state(Socket socket) {
    try {
      int octet;
      do {
        octet = socket.getInputStream().read(); // an alert may come before the end
      } while (octet != END);
      return "ended";
    } catch (SocketTimeoutException silent) {
      return "open";
    } catch (IOException reset) {
      return "ended";
    }
  }
}
