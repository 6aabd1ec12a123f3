package org.bora.storage.posix;

import java.nio.ByteBuffer;
import java.util.zip.Adler32;

/**
 * ADLER32 (RFC 1950 section 8.2) of bytes that arrive in pieces. A piece may be a run of zeros,
 * which need not be read. A sum is two numbers: {@code a} is 1 plus all bytes, {@code b} is the sum
 * of all values that {@code a} has had. A piece of {@code n} bytes whose own sum is (x, y) changes
 * them to a + x - 1 and b + y + n (a - 1); a run of zeros has x = 1 and y = n.
 */
final class AdlerSum {
  /** The largest prime below 2^16. */
  private static final long BASE = 65_521;

  private static final int HALF = 16;
  private static final long LOW = 0xffff;

  private final Adler32 piece = new Adler32();
  private long a = 1;
  private long b;

  void bytes(ByteBuffer bytes) {
    long count = bytes.remaining();
    piece.reset();
    piece.update(bytes);
    add(piece.getValue() & LOW, piece.getValue() >>> HALF, count);
  }

  void zeros(long count) {
    add(1, count % BASE, count);
  }

  private void add(long x, long y, long count) {
    b = (b + y + count % BASE * (a + BASE - 1)) % BASE;
    a = (a + x + BASE - 1) % BASE;
  }

  String digits() {
    return ChecksumText.digits(b << HALF | a);
  }
}
