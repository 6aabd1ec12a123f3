package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
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

  /** Ten counts of {@code size_t}, mallinfo2(3). */
  private static final StructLayout MALLINFO =
      MemoryLayout.structLayout(
          Collections.nCopies(10, ValueLayout.JAVA_LONG).toArray(MemoryLayout[]::new));

  /** Of {@code hblkhd} and {@code uordblks}. */
  private static final long IN_MAPPINGS = 4 * Long.BYTES;

  private static final long IN_ARENAS = 7 * Long.BYTES;

  @Test
  void nothingStaysOfThousandsOfConnections(TryGrid grid) throws Throwable {
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

  /**
   * What malloc has given out, in all its arenas: exact, and nothing of it is the Java heap's.
   * Resident memory less the size of the heap was measured here before. It grows by what the heap
   * has been given by the kernel and has not touched yet: 100 MB, and nothing was kept.
   */
  private static long nativeKilobytes() throws Throwable {
    System.gc(); // engines that nobody released would be by now
    MethodHandle mallinfo =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("mallinfo2"),
                FunctionDescriptor.of(MALLINFO));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment told = (MemorySegment) mallinfo.invokeExact((SegmentAllocator) arena);
      return (told.get(ValueLayout.JAVA_LONG, IN_ARENAS)
              + told.get(ValueLayout.JAVA_LONG, IN_MAPPINGS))
          / 1024;
    }
  }
}
