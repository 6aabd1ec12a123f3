package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DerObjectTest {

  private static int length(String hex) throws IOException {
    return DerObject.length(ByteBuffer.wrap(HexFormat.of().parseHex(hex)), 65_536);
  }

  @ParameterizedTest
  @CsvSource({
    "3000, 2",
    "3005, 7",
    "307f, 129",
    "308180, 131",
    "30820100, 260",
    "30820393, 919",
    "3083010000, 65541"
  })
  void theLengthIncludesTagAndLengthOctets(String hex, int expected) throws IOException {
    assertEquals(
        expected, DerObject.length(ByteBuffer.wrap(HexFormat.of().parseHex(hex)), 100_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "3081", "308201"})
  void aLengthThatHasNotArrivedIsUnknown(String hex) throws IOException {
    assertEquals(-1, length(hex));
  }

  @ParameterizedTest
  @ValueSource(strings = {"31", "3080", "308400000001", "3083ffffff"})
  void whatCannotBeACertificateIsRefused(String hex) {
    assertThrows(IOException.class, () -> length(hex));
  }

  @Test
  void theBufferIsLeftAsItIs() throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {9, 0x30, 3, 0, 0, 0}).position(1);

    assertEquals(5, DerObject.length(buffer, 100));
    assertEquals(1, buffer.position());
  }
}
