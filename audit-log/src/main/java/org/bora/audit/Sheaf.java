package org.bora.audit;

import java.util.Arrays;

/** Collects bytes. Not thread safe. */
final class Sheaf {

  private byte[] bytes = new byte[0];
  private int length;

  void add(byte[] from, int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, length == 0 ? 0 : 2 * bytes.length));
    }
    System.arraycopy(from, 0, bytes, length, count);
    length += count;
  }

  /** The first {@link #length} count. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    bytes = new byte[0];
    length = 0;
  }
}
