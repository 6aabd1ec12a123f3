package org.bora.frontend.soap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The body of a request, or as much of it as is taken; does not change once it is read. */
final class Body {
  private static final int FIRST_BYTES = 4096;

  /** How much of what is not taken is still listened to, as a multiple of the limit. */
  private static final int DISCARD_FACTOR = 16;

  private final byte[] bytes;
  private final int length;
  private final boolean cut;

  private Body(byte[] bytes, int length, boolean cut) {
    this.bytes = bytes;
    this.length = length;
    this.cut = cut;
  }

  /**
   * Reads up to {@code limit} bytes; memory grows with what arrives, not with what is announced.
   */
  static Body read(InputStream in, int limit) throws IOException {
    byte[] bytes = new byte[Math.min(FIRST_BYTES, limit)];
    int length = 0;
    while (true) {
      int count = in.read(bytes, length, bytes.length - length);
      if (count < 0) {
        return new Body(bytes, length, false);
      }
      length += count;
      if (length == bytes.length) {
        if (length >= limit) {
          return new Body(bytes, length, discard(in, (long) limit * DISCARD_FACTOR) > 0);
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(2L * length, limit));
      }
    }
  }

  /**
   * Lets the client finish sending: one that is cut off while it sends never reads the reply that
   * says why.
   */
  private static long discard(InputStream in, long most) throws IOException {
    byte[] scratch = new byte[FIRST_BYTES];
    long discarded = 0;
    int count = 0;
    while (count >= 0 && discarded < most) {
      discarded += count;
      count = in.read(scratch);
    }
    return discarded;
  }

  static Body of(byte[] bytes) {
    return new Body(bytes, bytes.length, false);
  }

  InputStream stream() {
    return new ByteArrayInputStream(bytes, 0, length);
  }

  int length() {
    return length;
  }

  /** Whether there was more than the limit. */
  boolean cut() {
    return cut;
  }

  /** Whether the bytes hold this text, taken as ASCII. */
  boolean contains(String ascii) {
    byte first = (byte) ascii.charAt(0);
    for (int i = 0; i <= length - ascii.length(); i++) {
      if (bytes[i] == first && matches(ascii, i)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(String ascii, int at) {
    for (int i = 1; i < ascii.length(); i++) {
      if (bytes[at + i] != (byte) ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
