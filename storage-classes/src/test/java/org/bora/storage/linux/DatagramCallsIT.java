package org.bora.storage.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatagramCallsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void aSocketWithAPathIsReached() throws Exception {
    assertReached(directory.resolve("notify").toString());
  }

  @Test
  void aSocketWithoutAFileIsReachedByItsWholeName() throws Exception {
    String name = "@bora/" + UUID.randomUUID();
    assertReached(name);
    try (ListeningSocket _ = new ListeningSocket(name)) {
      assertEquals(-Errno.ECONNREFUSED, send(name + "x"));
    }
  }

  @Test
  void aNameThatIsTooLongIsRefusedAndNotCutShort() {
    assertEquals(-Errno.ENAMETOOLONG, send("/" + "a".repeat(107)));
    assertEquals(-Errno.ENAMETOOLONG, send("@" + "a".repeat(108)));
    assertEquals(-Errno.ENOENT, send("/" + "a".repeat(106)));
    assertEquals(-Errno.ECONNREFUSED, send("@" + "a".repeat(107)));
  }

  private static void assertReached(String name) throws Exception {
    try (ListeningSocket socket = new ListeningSocket(name)) {
      assertEquals(10, send(name));
      assertEquals(Optional.of("READY=1\nå"), socket.next(PATIENCE));
    }
  }

  private static long send(String name) {
    try (CallFrame frame = new CallFrame()) {
      return DatagramCalls.send(frame, name, "READY=1\nå");
    }
  }
}
