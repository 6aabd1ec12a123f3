package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

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
  void ofALargerBodyTheBeginningCanBeUsed() throws Exception {
    ByteArrayInputStream sent = new ByteArrayInputStream(new byte[3 * MOST]);
    bodies.readSome(
        sent,
        "/CN=a",
        (body, whole) -> {
          assertFalse(whole);
          assertEquals(MOST, body.length);
        });
    assertEquals(MOST - 1, sent.available(), "so much of the rest is not waited for");
    read("/CN=a", MOST, () -> {});
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

  /** The share of a caller is 24,000 bytes, and 16 KiB of each answer are free. */
  @Test
  void answersThatAreNotReadYetCountToo() throws Exception {
    bodies.answer(
        "/CN=a",
        FREE + 20_000,
        () -> {
          Refused more =
              assertThrows(
                  Refused.class, () -> bodies.answer("/CN=a", FREE + 4_001, () -> fail("sent")));
          assertEquals(429, more.status());
          bodies.answer("/CN=a", FREE + 4_000, () -> {});
          bodies.answer("/CN=a", FREE, () -> {});
          assertEquals(429, refused("/CN=a", MOST).status());
          bodies.answer("/CN=b", FREE + 16_000, () -> {});
        });
    read("/CN=a", MOST, () -> {});
  }

  @Test
  void aCallerWhoHoldsNothingGetsAnyAnswer() throws Exception {
    boolean[] sent = new boolean[1];
    bodies.answer("/CN=a", 10_000_000, () -> sent[0] = true);
    assertTrue(sent[0]);
  }

  @Test
  void anAnswerThatCannotBeSentHoldsNothing() throws Exception {
    assertThrows(
        IOException.class,
        () ->
            bodies.answer(
                "/CN=a",
                10_000_000,
                () -> {
                  throw new IOException("the client is gone");
                }));
    read("/CN=a", MOST, () -> {});
  }
}
