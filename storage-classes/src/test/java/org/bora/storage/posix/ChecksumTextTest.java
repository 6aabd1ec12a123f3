package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.storage.linux.StatCalls.Stat;
import org.junit.jupiter.api.Test;

class ChecksumTextTest {
  private static final Instant TIME = Instant.ofEpochSecond(1_700_000_000, 42);

  private static Stat content(long size, Instant modified) {
    return new Stat(0x81a4, 0, 1, 0, 0, 7, size, size, modified, Instant.EPOCH, Optional.empty());
  }

  @Test
  void digitsHoldForTheContentTheyWereComputedFor() {
    String text = ChecksumText.of("00000001", content(5, TIME));
    assertEquals("00000001 5 1700000000.42", text);
    assertEquals(Optional.of("00000001"), ChecksumText.digitsFor(text, content(5, TIME)));
  }

  @Test
  void anotherSizeOrTimeIsAnotherContent() {
    String text = ChecksumText.of("00000001", content(5, TIME));
    assertEquals(Optional.empty(), ChecksumText.digitsFor(text, content(6, TIME)));
    assertEquals(Optional.empty(), ChecksumText.digitsFor(text, content(5, TIME.plusNanos(1))));
  }

  @Test
  void whatOthersWroteIsNoChecksum() {
    for (String text : List.of("", "00000001", "00000001 ", "deadbeef 5", "a 5 1700000000.42")) {
      assertEquals(Optional.empty(), ChecksumText.digitsFor(text, content(5, TIME)), text);
    }
  }

  @Test
  void digitsAreEightAndLowerCase() {
    assertEquals("00000001", ChecksumText.digits(1));
    assertEquals("deadbeef", ChecksumText.digits(0xdeadbeefL));
  }
}
