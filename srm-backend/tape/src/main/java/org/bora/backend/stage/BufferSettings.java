package org.bora.backend.stage;

import java.util.Objects;

/**
 * When files leave the buffer of a D0T1 area, and which. The marks are parts of the area's own
 * space: when more than {@code high} is used, files are released until {@code low} is reached.
 *
 * @param highPercent 1 to 100
 * @param lowPercent 0 to {@code highPercent}
 * @param order which of the files that may leave goes first
 * @param pinnedPercent 1 to 100: how much of it one caller may keep by pins
 */
public record BufferSettings(
    int highPercent, int lowPercent, ReleaseOrder order, int pinnedPercent) {
  private static final int USUALLY_PINNED = 50;

  /** Which of the files that may leave the disk goes first. */
  public enum ReleaseOrder {
    /**
     * Whose last use is longest ago: reads through SRM, or the writing of a file that was never
     * read.
     */
    LEAST_RECENTLY_USED,
    /** Which was written first, however often it is read. */
    OLDEST,
    /** The largest: few recalls later, each a long one. */
    LARGEST
  }

  public BufferSettings {
    Objects.requireNonNull(order, "order");
    if (highPercent < 1 || highPercent > 100 || lowPercent < 0 || lowPercent > highPercent) {
      throw new IllegalArgumentException(
          "high is "
              + highPercent
              + " and low is "
              + lowPercent
              + ": they are percent of the area's size, low at most as much as high");
    }
    if (pinnedPercent < 1 || pinnedPercent > 100) {
      throw new IllegalArgumentException(
          "pins-per-caller is " + pinnedPercent + ", allowed are 1 to 100 percent");
    }
  }

  /** With half of the buffer for the pins of one caller. */
  public BufferSettings(int highPercent, int lowPercent, ReleaseOrder order) {
    this(highPercent, lowPercent, order, USUALLY_PINNED);
  }

  /** Between nine and eight tenths, least recently used first. */
  public static BufferSettings defaults() {
    return new BufferSettings(90, 80, ReleaseOrder.LEAST_RECENTLY_USED);
  }

  /** The bytes in use above which files are released. */
  public long highBytes(long size) {
    return percent(size, highPercent);
  }

  /** The bytes in use at which releasing ends. */
  public long lowBytes(long size) {
    return percent(size, lowPercent);
  }

  /** The bytes that one caller may keep by pins. */
  public long pinnedBytes(long size) {
    return percent(size, pinnedPercent);
  }

  private static long percent(long size, int percent) {
    // in two parts: the product of sizes near 2^63 would not fit
    return size / 100 * percent + size % 100 * percent / 100;
  }
}
