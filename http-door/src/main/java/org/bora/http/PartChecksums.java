package org.bora.http;

import java.util.Locale;

/** Computes the ADLER32 of files whose parts arrive in parallel (RFC 1950 section 9). */
final class PartChecksums {
  /** The largest prime below 65536. */
  private static final long BASE = 65521;

  /** Of no bytes. */
  static final long EMPTY = 1;

  private PartChecksums() {}

  /**
   * The sum of two parts together.
   *
   * @param length of the second one
   */
  static long together(long first, long second, long length) {
    long ones = low(first) + low(second) - 1 + BASE;
    long weighted = (length % BASE) * (low(first) - 1 + BASE) + high(first) + high(second);
    return (weighted % BASE) << 16 | ones % BASE;
  }

  private static long low(long sum) {
    return sum & 0xffff;
  }

  private static long high(long sum) {
    return sum >>> 16 & 0xffff;
  }

  static String text(long sum) {
    return String.format(Locale.ROOT, "%08x", sum);
  }
}
