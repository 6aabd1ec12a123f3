package org.bora.s3;

import java.util.zip.Checksum;

/**
 * CRC-64/NVME (NVM Express, Command Set Specification 1.0, section 5.2.1.3.4): reflected, all bits
 * inverted before and after. It processes eight bytes per step, with eight tables.
 */
final class Crc64 implements Checksum {
  private static final long POLYNOMIAL = 0x9A6C9329AC4BC9B5L;
  private static final int WIDTH = 8;
  private static final long[][] TABLES = tables();

  private long crc = ~0L;

  private static long[][] tables() {
    long[][] made = new long[WIDTH][256];
    for (int n = 0; n < 256; n++) {
      long value = n;
      for (int bit = 0; bit < 8; bit++) {
        value = (value & 1) == 0 ? value >>> 1 : (value >>> 1) ^ POLYNOMIAL;
      }
      made[0][n] = value;
    }
    for (int n = 0; n < 256; n++) {
      for (int table = 1; table < WIDTH; table++) {
        long before = made[table - 1][n];
        made[table][n] = (before >>> 8) ^ made[0][(int) (before & 0xFF)];
      }
    }
    return made;
  }

  @Override
  public void update(int b) {
    crc = (crc >>> 8) ^ TABLES[0][(int) ((crc ^ b) & 0xFF)];
  }

  @Override
  public void update(byte[] bytes, int from, int length) {
    int at = from;
    int end = from + length;
    while (end - at >= WIDTH) {
      long word = crc;
      for (int n = 0; n < WIDTH; n++) {
        word ^= (bytes[at + n] & 0xFFL) << (8 * n);
      }
      long next = 0;
      for (int n = 0; n < WIDTH; n++) {
        next ^= TABLES[WIDTH - 1 - n][(int) (word >>> (8 * n)) & 0xFF];
      }
      crc = next;
      at += WIDTH;
    }
    for (; at < end; at++) {
      update(bytes[at]);
    }
  }

  @Override
  public long getValue() {
    return ~crc;
  }

  @Override
  public void reset() {
    crc = ~0L;
  }
}
