package org.bora.s3;

import java.util.zip.Checksum;

/** XXH64 of the xxHash specification (version 0.1.1), with seed 0. Used by one thread. */
final class Xx64 implements Checksum {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE = 32;

  private final byte[] stripe = new byte[STRIPE];
  private final long[] lanes = new long[4];
  private int held;
  private long total;

  Xx64() {
    reset();
  }

  @Override
  public void reset() {
    lanes[0] = 0x60EA27EEADC0B5D6L; // P1 + P2, past the end of a long
    lanes[1] = P2;
    lanes[2] = 0;
    lanes[3] = -P1;
    held = 0;
    total = 0;
  }

  @Override
  public void update(int b) {
    stripe[held++] = (byte) b;
    total++;
    if (held == STRIPE) {
      consume(stripe, 0);
      held = 0;
    }
  }

  @Override
  public void update(byte[] bytes, int from, int count) {
    int at = from;
    int end = from + count;
    while (at < end) {
      if (held == 0 && end - at >= STRIPE) {
        consume(bytes, at);
        at += STRIPE;
        total += STRIPE;
      } else {
        update(bytes[at++]);
      }
    }
  }

  private void consume(byte[] bytes, int at) {
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = round(lanes[lane], word(bytes, at + lane * Long.BYTES));
    }
  }

  private static long round(long lane, long word) {
    return Long.rotateLeft(lane + word * P2, 31) * P1;
  }

  private static long word(byte[] bytes, int at) {
    long word = 0;
    for (int n = Long.BYTES - 1; n >= 0; n--) {
      word = (word << 8) | (bytes[at + n] & 0xFF);
    }
    return word;
  }

  @Override
  public long getValue() {
    long hash = total >= STRIPE ? merged() : P5;
    hash += total;
    int at = 0;
    for (; at + Long.BYTES <= held; at += Long.BYTES) {
      hash = Long.rotateLeft(hash ^ round(0, word(stripe, at)), 27) * P1 + P4;
    }
    if (at + Integer.BYTES <= held) {
      long half = 0;
      for (int n = Integer.BYTES - 1; n >= 0; n--) {
        half = (half << 8) | (stripe[at + n] & 0xFF);
      }
      hash = Long.rotateLeft(hash ^ (half * P1), 23) * P2 + P3;
      at += Integer.BYTES;
    }
    for (; at < held; at++) {
      hash = Long.rotateLeft(hash ^ (stripe[at] & 0xFF) * P5, 11) * P1;
    }
    hash = (hash ^ (hash >>> 33)) * P2;
    hash = (hash ^ (hash >>> 29)) * P3;
    return hash ^ (hash >>> 32);
  }

  private long merged() {
    long hash =
        Long.rotateLeft(lanes[0], 1)
            + Long.rotateLeft(lanes[1], 7)
            + Long.rotateLeft(lanes[2], 12)
            + Long.rotateLeft(lanes[3], 18);
    for (long lane : lanes) {
      hash = (hash ^ round(0, lane)) * P1 + P4;
    }
    return hash;
  }
}
