package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.bora.frontend.soap.BodyReader.TooSlow;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
  private static final int LONGEST = 1 << 20;
  private static final String ALICE = "/CN=alice";
  private static final String BOB = "/CN=bob";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SteppedClock clock = new SteppedClock();
  private final BodyReader reader = reader(LONGEST);

  private BodyReader reader(int together) {
    return new BodyReader(
        new SoapSettings("httpg://h", "1", LONGEST, together, PATIENCE, 10, 8), clock);
  }

  @Test
  void aBodyIsReadToItsLimitAndNoFurther() throws IOException {
    try (Body whole = reader.read(zeros(5000), 5000, ALICE);
        Body cut = reader.read(zeros(5001), 5000, ALICE)) {
      assertEquals(5000, whole.length());
      assertEquals(Body.Extent.WHOLE, whole.extent());
      assertEquals(5000, cut.length());
      assertEquals(Body.Extent.CUT, cut.extent());
    }
  }

  @Test
  void bodiesTogetherHoldNoMoreThanTheirRoom() throws IOException {
    try (Body first = reader.read(zeros(LONGEST), LONGEST, ALICE)) {
      assertEquals(Body.Extent.WHOLE, first.extent());
      try (Body second = reader.read(zeros(LONGEST), LONGEST, BOB)) {
        assertEquals(Body.Extent.NO_ROOM, second.extent());
        assertEquals(BodyReader.FREE_BYTES, second.length(), "holds nothing that counts");
      }
      try (Body small = reader.read(zeros(BodyReader.FREE_BYTES - 1), LONGEST, ALICE)) {
        assertEquals(Body.Extent.WHOLE, small.extent(), "ordinary calls need none of it");
      }
    }
    for (int i = 0; i < 3; i++) {
      try (Body next = reader.read(zeros(LONGEST), LONGEST, ALICE)) {
        assertEquals(Body.Extent.WHOLE, next.extent(), "the room came back");
      }
    }
  }

  @Test
  void oneCallerHoldsItsShareAndOthersHaveTheRest() throws IOException {
    BodyReader shared = reader(8 * LONGEST);
    try (Body first = shared.read(zeros(LONGEST), LONGEST, ALICE);
        Body second = shared.read(zeros(LONGEST), LONGEST, ALICE)) {
      assertEquals(Body.Extent.WHOLE, first.extent());
      assertEquals(Body.Extent.WHOLE, second.extent(), "a quarter of the whole is hers");
      try (Body third = shared.read(zeros(LONGEST), LONGEST, ALICE);
          Body others = shared.read(zeros(LONGEST), LONGEST, BOB)) {
        assertEquals(Body.Extent.NO_SHARE, third.extent());
        assertEquals(BodyReader.FREE_BYTES, third.length(), "holds nothing that counts");
        assertEquals(Body.Extent.WHOLE, others.extent());
      }
    }
    for (int i = 0; i < 3; i++) {
      try (Body next = shared.read(zeros(LONGEST), LONGEST, ALICE)) {
        assertEquals(Body.Extent.WHOLE, next.extent(), "her share came back");
      }
    }
  }

  @Test
  void anErrorInTheMiddleOfABodyKeepsNoRoom() throws IOException {
    InputStream breaks = new SequenceInputStream(zeros(LONGEST - 100), new Broken());
    assertThrows(StackOverflowError.class, () -> reader.read(breaks, LONGEST, ALICE));
    try (Body next = reader.read(zeros(LONGEST), LONGEST, ALICE)) {
      assertEquals(Body.Extent.WHOLE, next.extent());
    }
  }

  @Test
  void aSenderThatTricklesIsGivenUp() throws IOException {
    try (Body inTime = reader.read(new Trickle(30), LONGEST, ALICE)) {
      assertEquals(30, inTime.length());
    }
    TooSlow slow = assertThrows(TooSlow.class, () -> reader.read(new Trickle(31), LONGEST, ALICE));
    assertEquals("the request was not sent within 30 s", slow.getMessage());
  }

  @Test
  void whatIsThrownAwayHasToComeInTimeToo() {
    assertThrows(TooSlow.class, () -> reader.read(new Trickle(100), 10, ALICE));
  }

  @Test
  void aSenderThatIsGivenUpLeavesItsRoomToOthers() throws IOException {
    InputStream stalls = new SequenceInputStream(zeros(LONGEST - 100), new Trickle(LONGEST));
    assertThrows(TooSlow.class, () -> reader.read(stalls, LONGEST, ALICE));
    try (Body next = reader.read(zeros(LONGEST), LONGEST, ALICE)) {
      assertEquals(Body.Extent.WHOLE, next.extent());
    }
  }

  @Test
  void settingsSayWhatIsAllowed() {
    assertEquals(
        "calls.bodies-together is 1048575; allowed is 1048576 to 1073741824",
        assertThrows(IllegalArgumentException.class, () -> reader(LONGEST - 1)).getMessage());
  }

  private static InputStream zeros(int count) {
    return new ByteArrayInputStream(new byte[count]);
  }

  /** A read that fails by an error. */
  private static final class Broken extends InputStream {
    @Override
    public int read() {
      throw new StackOverflowError("while reading");
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return read();
    }
  }

  /** One byte a second. */
  private final class Trickle extends InputStream {
    private int left;

    Trickle(int bytes) {
      left = bytes;
    }

    @Override
    public int read() {
      if (left == 0) {
        return -1;
      }
      left--;
      clock.now = clock.now.plusSeconds(1);
      return 'x';
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int octet = read();
      if (octet < 0) {
        return -1;
      }
      into[offset] = (byte) octet;
      return 1;
    }
  }

  private static final class SteppedClock extends Clock {
    private Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
