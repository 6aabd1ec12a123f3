package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Test;

class PartChecksumsTest {

  private static long sum(byte[] bytes, int from, int to) {
    Adler32 sum = new Adler32();
    sum.update(bytes, from, to - from);
    return sum.getValue();
  }

  @Test
  void theSumsOfPartsMakeThatOfTheWhole() {
    Random random = new Random(1);
    for (int length : new int[] {0, 1, 2, 1000, 65_520, 65_521, 65_522, 1_000_003}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      for (int cut : new int[] {0, length / 3, length / 2, length}) {
        long together =
            PartChecksums.together(sum(bytes, 0, cut), sum(bytes, cut, length), length - cut);
        assertEquals(sum(bytes, 0, length), together, length + " cut at " + cut);
      }
    }
  }

  @Test
  void aSumHasEightDigits() {
    assertEquals("00000001", PartChecksums.text(PartChecksums.EMPTY));
    assertEquals("ffffffff", PartChecksums.text(0xffffffffL));
  }
}
