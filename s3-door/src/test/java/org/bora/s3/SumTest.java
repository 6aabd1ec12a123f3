package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SumTest {

  private static String of(Sum sum, byte[] bytes) {
    Sum.Making making = sum.make();
    making.update(ByteBuffer.wrap(bytes));
    return HexFormat.of().formatHex(making.value());
  }

  /** The check values of the catalogue of CRCs (reveng), and RFC 3174 and FIPS 180-4. */
  @Test
  void sumsHaveTheirPublishedValues() {
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    assertEquals("cbf43926", of(Sum.CRC32, digits));
    assertEquals("e3069283", of(Sum.CRC32C, digits));
    assertEquals("ae8b14860a799888", of(Sum.CRC64NVME, digits));
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    assertEquals("a9993e364706816aba3e25717850c26c9cd0d89d", of(Sum.SHA1, abc));
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", of(Sum.SHA256, abc));
    assertEquals("900150983cd24fb0d6963f7d28e17f72", of(Sum.MD5, abc)); // RFC 1321
    assertTrue(of(Sum.SHA512, abc).startsWith("ddaf35a193617abacc417349ae204131"));
  }

  /** Values of xxhsum 0.8, with seed 0. */
  @Test
  void xxHashesHaveTheValuesOfTheReference() {
    byte[] none = {};
    assertEquals("ef46db3751d8e999", of(Sum.XXHASH64, none));
    assertEquals("2d06800538d394c2", of(Sum.XXHASH3, none));
    assertEquals("99aa06d3014798d86001c324468d497f", of(Sum.XXHASH128, none));
    byte[] abc = "abc".getBytes(StandardCharsets.US_ASCII);
    assertEquals("44bc2cf5ad770999", of(Sum.XXHASH64, abc));
    assertEquals("78af5f94892f3950", of(Sum.XXHASH3, abc));
    byte[] text = new byte[101];
    for (int n = 0; n < text.length; n++) {
      text[n] = (byte) n;
    }
    assertEquals(of(Sum.XXHASH64, text), inPieces(Sum.XXHASH64, text));
    assertEquals(of(Sum.XXHASH3, text), inPieces(Sum.XXHASH3, text));
  }

  private static String inPieces(Sum sum, byte[] bytes) {
    Sum.Making making = sum.make();
    making.update(ByteBuffer.wrap(bytes, 0, 7));
    making.update(ByteBuffer.wrap(bytes, 7, bytes.length - 7));
    return HexFormat.of().formatHex(making.value());
  }

  @Test
  void aCrcOfEightBytesAStepIsThatOfOneByteAStep() {
    byte[] bytes = new byte[1000];
    new Random(7).nextBytes(bytes);
    for (int length = 0; length < bytes.length; length += 13) {
      Crc64 wide = new Crc64();
      wide.update(bytes, 3, Math.max(0, length - 3));
      Crc64 narrow = new Crc64();
      for (int at = 3; at < length; at++) {
        narrow.update(bytes[at]);
      }
      assertEquals(narrow.getValue(), wide.getValue(), "of " + length);
    }
  }
}
