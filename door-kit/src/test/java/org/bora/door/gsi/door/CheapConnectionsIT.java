package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a connection must not come to cost again; counts, which a busy machine does not change. */
@ExtendWith(TryGrid.Extension.class)
class CheapConnectionsIT {

  private static final int CONNECTIONS = 100;

  /** Twice what it is while much is still interpreted, which allocates most. */
  private static final long ALLOWED_BYTES = 200_000;

  @Test
  void connectionsComeAndGoWithoutExceptions(TryGrid grid, @TempDir Path directory)
      throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.BORINGSSL), grid.trust());
        Recording recording = new Recording()) {
      connect(door, alice);
      recording.enable("jdk.JavaExceptionThrow").withoutStackTrace();
      recording.start();
      connect(door, alice);
      recording.stop();

      Path file = directory.resolve("thrown.jfr");
      recording.dump(file);
      List<String> ofTheDoor =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> isOfTheDoor(event.getThread().getJavaName()))
              .map(CheapConnectionsIT::description)
              // what Netty looks at by chance, one in 128, is no exception that anybody throws
              .filter(thrown -> !thrown.startsWith("io.netty.util.ResourceLeakDetector"))
              .distinct()
              .toList();
      assertEquals(List.of(), ofTheDoor);
    }
  }

  @Test
  void connectionsDoNotFillTheHeap(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.BORINGSSL), grid.trust())) {
      connect(door, alice);
      long before = allocatedByTheDoor();
      connect(door, alice);
      long each = (allocatedByTheDoor() - before) / CONNECTIONS;
      assertTrue(each < ALLOWED_BYTES, each + " bytes a connection");
    }
  }

  /** A read of this client gives what one record holds, and no more. */
  @Test
  void headAndBodyOfAReplyAreOneRecord(TryGrid grid) throws Exception {
    GsiClient.Credential alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    try (OpenDoor door = OpenDoor.open(grid.tls(EngineChoice.BORINGSSL), grid.trust());
        GsiClient client = GsiClient.connect(door.port(), alice)) {
      String body = client.send("0").post().body();
      client.send(
          "POST "
              + GsiDoor.PATH
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\nping");
      byte[] record = new byte[1 << 14];
      int length = client.socket().getInputStream().read(record);
      String reply = new String(record, 0, length, StandardCharsets.UTF_8);
      assertTrue(reply.startsWith("HTTP/1.1 200 "), reply);
      assertTrue(reply.endsWith("\r\n\r\n" + body), reply);
    }
  }

  private static void connect(OpenDoor door, GsiClient.Credential credential) throws Exception {
    for (int i = 0; i < CONNECTIONS; i++) {
      try (GsiClient client = GsiClient.connect(door.port(), credential)) {
        assertEquals(200, client.send("0").post().status());
      }
    }
  }

  private static boolean isOfTheDoor(String thread) {
    return thread != null && thread.startsWith("gsi-door");
  }

  private static String description(RecordedEvent event) {
    return event.getClass("thrownClass").getName() + ": " + event.getString("message");
  }

  private static long allocatedByTheDoor() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] ours =
        Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter(info -> info != null && isOfTheDoor(info.getThreadName()))
            .mapToLong(ThreadInfo::getThreadId)
            .toArray();
    return LongStream.of(threads.getThreadAllocatedBytes(ours)).filter(bytes -> bytes > 0).sum();
  }
}
