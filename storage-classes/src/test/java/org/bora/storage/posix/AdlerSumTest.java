package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Test;

class AdlerSumTest {
  @Test
  void nothingHasTheSumOfNothing() {
    assertEquals("00000001", new AdlerSum().digits());
  }

  @Test
  void piecesAndRunsOfZerosGiveTheSumOfAllTheirBytes() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      AdlerSum sum = new AdlerSum();
      Adler32 whole = new Adler32();
      for (int part = 0; part < 6; part++) {
        byte[] bytes = new byte[random.nextInt(200_000)];
        if (random.nextBoolean()) {
          sum.zeros(bytes.length);
        } else {
          random.nextBytes(bytes);
          sum.bytes(ByteBuffer.wrap(bytes));
        }
        whole.update(bytes);
      }
      assertEquals(ChecksumText.digits(whole.getValue()), sum.digits());
    }
  }

  @Test
  void aRunOfTerabytesIsTheSameAsManyShorterOnes() {
    AdlerSum one = new AdlerSum();
    one.bytes(ByteBuffer.wrap(new byte[] {-1, 7}));
    AdlerSum other = new AdlerSum();
    other.bytes(ByteBuffer.wrap(new byte[] {-1, 7}));
    one.zeros(8L << 40);
    for (int part = 0; part < 1 << 13; part++) {
      other.zeros(1L << 30);
    }
    assertEquals(other.digits(), one.digits());
  }
}
