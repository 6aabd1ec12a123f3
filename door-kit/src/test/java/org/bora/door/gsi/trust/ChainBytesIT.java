package org.bora.door.gsi.trust;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Each byte of a proxy with VOMS attributes changed by its user, who signs it as it then is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChainBytesIT {

  private static final byte SET = 0;
  private static final byte FLIP = 1;
  private static final byte TAKE_OUT = 2;
  private static final byte PUT_IN = 3;

  private ChainFuzz target;

  @BeforeAll
  void make(@TempDir Path directory) throws Exception {
    target = new ChainFuzz(new ForgedGrid(directory));
  }

  private boolean changed(int where, byte how, int value) throws Exception {
    return target.take(new byte[] {(byte) (where >> 8), (byte) where, how, (byte) value});
  }

  @Test
  void unchangedItIsBelieved() throws Exception {
    assertTrue(target.take(new byte[0]));
  }

  @Test
  void noByteGivesAnotherNameOrAnotherAttribute() throws Exception {
    int believed = 0;
    for (int where = 0; where < target.length(); where++) {
      believed += changed(where, FLIP, 1 << (where % 8)) ? 1 : 0;
    }
    assertTrue(believed > 0, "serial number and dates are the user's to choose");
  }

  @Test
  void lengthsAndTagsThatDoNotFitGiveNothing() throws Exception {
    for (int where = 0; where < target.length(); where += 11) {
      changed(where, SET, 0x80);
      changed(where, SET, 0xff);
      changed(where, TAKE_OUT, 1 + where % 7);
      changed(where, PUT_IN, 0x30);
    }
  }
}
