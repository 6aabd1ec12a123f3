package org.bora.storage.spi;

import java.util.Objects;

/**
 * Where a parallel filesystem is to put the bytes of new files. A hint: where the filesystem does
 * not take it, files lie as their directory says.
 *
 * @param count servers that share a file, -1 for all; 0 for what the directory says
 * @param sizeBytes of a piece, a multiple of 64 KiB; 0 for what the directory says
 * @param pool name of a group of servers or disks; empty for what the directory says
 */
public record Striping(int count, long sizeBytes, String pool) {
  /** What the directory says. */
  public static final Striping INHERITED = new Striping(0, 0, "");

  private static final int MOST = 2000;
  private static final long UNIT = 64 << 10;
  private static final int LONGEST_POOL = 255;

  public Striping {
    Objects.requireNonNull(pool, "pool");
    if (count < -1 || count > MOST) {
      throw new IllegalArgumentException("count is " + count + ", from -1 to " + MOST);
    }
    if (sizeBytes < 0 || sizeBytes % UNIT != 0) {
      throw new IllegalArgumentException(
          "the size of stripes is " + sizeBytes + " bytes, and must be a multiple of 64KiB");
    }
    if (pool.length() > LONGEST_POOL || pool.indexOf('\0') >= 0 || pool.indexOf('/') >= 0) {
      throw new IllegalArgumentException("'" + pool + "' is no name of a pool");
    }
  }

  public boolean isInherited() {
    return equals(INHERITED);
  }
}
