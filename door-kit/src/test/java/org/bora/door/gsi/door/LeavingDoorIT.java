package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bora.door.gsi.door.GsiClient.Credential;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A door that is about to close loses nobody. */
@Timeout(120)
@ExtendWith(TryGrid.Extension.class)
class LeavingDoorIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int CLIENTS = 4;

  @Test
  void theNextAnswerIsTheLastOfAKeptConnection(TryGrid grid) throws Exception {
    Credential alice = Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor open = open(grid);
        GsiClient kept = GsiClient.connect(open.port(), alice)) {
      assertFalse(saysClose(kept.send("0").post()));
      assertEquals(1, open.door().openConnections());
      await(() -> open.door().connectionsOwed() == 0);
      open.door().leave();
      assertTrue(saysClose(kept.post()));
      assertEquals(-1, kept.read(), "then it ends");
      await(() -> open.door().openConnections() == 0);
    }
  }

  @Test
  void whoStaysKeepsConnectionsAgain(TryGrid grid) throws Exception {
    Credential alice = Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor open = open(grid);
        GsiClient kept = GsiClient.connect(open.port(), alice)) {
      open.door().leave();
      open.door().stay();
      assertFalse(saysClose(kept.send("0").post()));
      assertFalse(saysClose(kept.post()));
    }
  }

  @Test
  void whoHasConnectedIsServedAfterThePortIsClosed(TryGrid grid) throws Exception {
    Credential alice = Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor open = open(grid);
        GsiClient silent = GsiClient.connect(open.port(), alice)) {
      assertEquals(1, open.door().connectionsOwed(), "it has yet to say what it wants");
      int port = open.port();
      open.door().leave();
      open.door().stopListening(PATIENCE);
      assertThrows(ConnectException.class, () -> GsiClient.connect(port, alice).close());
      GsiClient.Reply reply = silent.send("0").post();
      assertEquals(200, reply.status());
      assertTrue(saysClose(reply));
    }
  }

  @Test
  void nobodyWhoseConnectionWasTakenIsLostWhileThePortCloses(TryGrid grid) throws Exception {
    Credential alice = Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor open = open(grid)) {
      int port = open.port();
      AtomicInteger served = new AtomicInteger();
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            CompletableFuture.runAsync(
                () -> untilRefused(port, alice, served), task -> Thread.ofPlatform().start(task)));
      }
      await(() -> served.get() >= 10 * CLIENTS);
      open.door().leave();
      open.door().stopListening(PATIENCE);
      for (CompletableFuture<Void> client : clients) {
        client.get(30, TimeUnit.SECONDS);
      }
      assertTrue(served.get() >= 10 * CLIENTS);
    }
  }

  /** Any end but a refused connection is one that a client would see as an error. */
  private static void untilRefused(int port, Credential alice, AtomicInteger served) {
    while (true) {
      try (GsiClient client = GsiClient.connect(port, alice)) {
        assertEquals(200, client.send("0").post().status());
        served.incrementAndGet();
      } catch (ConnectException refused) {
        return;
      } catch (Exception lost) {
        throw new AssertionError("after " + served + " served", lost);
      }
    }
  }

  private static OpenDoor open(TryGrid grid) throws IOException {
    return OpenDoor.open(grid.tls(EngineChoice.JDK), grid.trust());
  }

  private static boolean saysClose(GsiClient.Reply reply) {
    return reply.head().toLowerCase(Locale.ROOT).contains("connection: close");
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < end, "it does not come to that");
      LockSupport.parkNanos(1_000_000);
    }
  }
}
