package org.bora.gridftp.gss;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The request arrives in pieces; when it is whole is read off its DER length. */
class ProxySignerTest {

  @Test
  void aShortSequenceIsWholeWithItsLastByteOnly() {
    byte[] der = {0x30, 3, 1, 2, 3};
    assertTrue(ProxySigner.isWholeSequence(der));
    assertFalse(ProxySigner.isWholeSequence(Arrays.copyOf(der, 4)));
  }

  @Test
  void aLongSequenceHasItsLengthInFurtherOctets() {
    byte[] der = new byte[4 + 0x0201];
    der[0] = 0x30;
    der[1] = (byte) 0x82;
    der[2] = 2;
    der[3] = 1;
    assertTrue(ProxySigner.isWholeSequence(der));
    assertFalse(ProxySigner.isWholeSequence(Arrays.copyOf(der, der.length - 1)));
  }

  @Test
  void aBeginningWithoutItsLengthIsNotWhole() {
    assertFalse(ProxySigner.isWholeSequence(new byte[0]));
    assertFalse(ProxySigner.isWholeSequence(new byte[] {0x30}));
    assertFalse(ProxySigner.isWholeSequence(new byte[] {0x30, (byte) 0x82, 1}));
  }

  @Test
  void aLengthBeyondAllBoundsIsNeverWhole() {
    byte[] der = new byte[1000];
    Arrays.fill(der, (byte) 0xff);
    assertFalse(ProxySigner.isWholeSequence(der));
  }
}
