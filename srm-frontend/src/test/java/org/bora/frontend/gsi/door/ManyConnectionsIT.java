package org.bora.frontend.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.bora.frontend.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What BoringSSL keeps outside the heap is given back with every connection, however it ends. */
@ExtendWith(TryGrid.Extension.class)
class ManyConnectionsIT {

  /** Until the compiler and the allocator's arenas have what they want. */
  private static final int WARM_UP = 4_000;

  private static final int CONNECTIONS = 4_000;

  /** An engine that stays costs at least 20 kB: 4,000 of them 80 MB. */
  private static final long ALLOWED_GROWTH_KB = 40_000;

  @Test
  void nothingStaysOfThousandsOfConnections(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    GsiClient.Credential revoked = GsiClient.Credential.read(grid.proxy("revoked"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.BORINGSSL), grid.trust())) {
      connect(door, alice, revoked, WARM_UP);
      long before = nativeKilobytes();
      connect(door, alice, revoked, CONNECTIONS);

      Instant end = Instant.now().plus(Duration.ofSeconds(20));
      while (door.door().connectionsInUse() > 0 && Instant.now().isBefore(end)) {
        Thread.onSpinWait();
      }
      assertEquals(0, door.door().connectionsInUse());
      long grown = nativeKilobytes() - before;
      assertTrue(grown < ALLOWED_GROWTH_KB, "native memory grew by " + grown + " kB");
    }
  }

  private static void connect(
      OpenDoor door, GsiClient.Credential good, GsiClient.Credential bad, int times)
      throws Exception {
    for (int i = 0; i < times; i++) {
      switch (i % 8) {
        case 6 -> GsiClient.connect(door.port(), good).close();
        case 7 -> refused(door, bad);
        default -> {
          try (GsiClient client = GsiClient.connect(door.port(), good)) {
            assertEquals(200, client.send("0").post().status());
          }
        }
      }
    }
  }

  private static void refused(OpenDoor door, GsiClient.Credential bad) {
    var refusal =
        assertThrows(IOException.class, () -> GsiClient.connect(door.port(), bad).close());
    assertTrue(refusal.getMessage().contains("certificate_revoked"), refusal.getMessage());
  }

  /** Resident memory of the process without the Java heap's part, which the collector decides. */
  private static long nativeKilobytes() throws Exception {
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() / 1024;
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
            .findFirst()
            .orElseThrow()
        - heap;
  }
}
