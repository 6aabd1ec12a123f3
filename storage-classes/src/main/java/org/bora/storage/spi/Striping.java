package org.bora.storage.spi;

import java.util.Objects;

/**
 * How a parallel filesystem should distribute the bytes of new files. This is a hint: if the
 * filesystem does not accept it, the settings of the directory apply.
 *
 * @param count number of servers that share a file; -1: all; 0: as the directory says
 * @param sizeBytes size of a stripe, a multiple of 64 KiB; 0: as the directory says
 * @param pool name of a group of servers or disks; empty: as the directory says
 */
public record Striping(int count, long sizeBytes, String pool) {
  /** The setting of the directory. */
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
