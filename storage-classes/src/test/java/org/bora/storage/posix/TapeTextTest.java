package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.Test;

class TapeTextTest {
  private static final Stat STAT = stat(9, Instant.ofEpochSecond(1_700_000_000, 7));

  private static Stat stat(long size, Instant modified) {
    return new Stat(0x81a4, 0, 1, 0, 0, 7, size, size, modified, Instant.EPOCH, Optional.empty());
  }

  private static TapeCopy copy(String library, TapeLocation location, Optional<String> sha256) {
    return new TapeCopy(library, location, 9, "11e60398", sha256, Instant.ofEpochSecond(5, 6));
  }

  @Test
  void whatIsWrittenIsRead() {
    for (TapeCopy copy :
        List.of(
            copy("lto", new TapeLocation("V00001", 12, "pool/a:b"), Optional.empty()),
            copy("two words", TapeLocation.named("-"), Optional.of("ab".repeat(32))),
            copy("ü %+", new TapeLocation("-", 0, "="), Optional.empty()))) {
      assertEquals(Optional.of(copy), TapeText.parse(TapeText.of(copy, STAT)));
    }
  }

  @Test
  void aCopyOfOtherContentIsNone() {
    String text = TapeText.of(copy("lto", TapeLocation.named("x"), Optional.empty()), STAT);
    assertTrue(TapeText.fits(text, STAT));
    assertFalse(TapeText.fits(text, stat(10, STAT.modified())));
    assertFalse(TapeText.fits(text, stat(9, STAT.modified().plusNanos(1))));
  }

  @Test
  void strangersTextsAreNoCopies() {
    String text = TapeText.of(copy("lto", TapeLocation.named("x"), Optional.empty()), STAT);
    for (String wrong :
        List.of(
            "",
            "1",
            "1 a b c d e f g h i",
            text + " more",
            "2" + text.substring(1),
            text.replace("11e60398", "11e6039"),
            text.replace("5.000000006", "5"),
            text.replace("lto", "%zz"))) {
      assertEquals(Optional.empty(), TapeText.parse(wrong), wrong);
    }
  }
}
