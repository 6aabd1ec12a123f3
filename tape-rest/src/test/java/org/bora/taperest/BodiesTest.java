package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class BodiesTest {
  private static final int FREE = 16 << 10;
  private static final int MOST = 40_000;

  /** One full body of a caller, and of all callers one and a half. */
  private final Bodies bodies =
      new Bodies(new TapeLimits(1, 1, MOST, 36_000, 24_000, Duration.ofDays(1)));

  private interface Then {
    void run() throws Refused, IOException;
  }

  private void read(String caller, int length, Then then) throws Refused, IOException {
    byte[] sent = new byte[length];
    java.util.Arrays.fill(sent, (byte) 'x');
    bodies.read(
        new ByteArrayInputStream(sent),
        caller,
        body -> {
          assertArrayEquals(sent, body);
          then.run();
          return body;
        });
  }

  private Refused refused(String caller, int length) {
    return assertThrows(Refused.class, () -> read(caller, length, () -> {}));
  }

  @Test
  void aBodyIsReadWhole() throws Exception {
    for (int length : new int[] {0, 1, FREE - 1, FREE, FREE + 1, MOST - 1, MOST}) {
      read("/CN=a", length, () -> {});
    }
  }

  @Test
  void aBodyIsBounded() {
    assertEquals(413, refused("/CN=a", MOST + 1).status());
  }

  @Test
  void theBodiesOfOneCallerTogetherAreBounded() throws Exception {
    read(
        "/CN=a",
        MOST,
        () -> {
          assertEquals(429, refused("/CN=a", MOST).status());
          read("/CN=a", FREE - 1, () -> {});
        });
    read("/CN=a", MOST, () -> {});
  }

  @Test
  void theBodiesOfAllCallersTogetherAreBounded() throws Exception {
    read(
        "/CN=a",
        MOST,
        () -> {
          assertEquals(503, refused("/CN=b", MOST).status());
          read("/CN=b", FREE - 1, () -> {});
        });
    read("/CN=b", MOST, () -> {});
  }
}
