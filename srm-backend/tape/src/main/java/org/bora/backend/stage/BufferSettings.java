package org.bora.backend.stage;

import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * When files leave the buffer of a D0T1 area, and which. The marks are percentages of the area's
 * own space: when more than {@code high} is used, files are released until {@code low} is reached.
 * The section {@code buffer} of an area.
 *
 * @param highPercent 1 to 100
 * @param lowPercent 0 to {@code highPercent}
 * @param order which of the files that may leave goes first
 * @param pinnedPercent percentage of the buffer that one caller may keep by pins, 1 to 100
 */
public record BufferSettings(
    @Key(name = "high", preset = "90", least = "1", most = "100") int highPercent,
    @Key(name = "low", preset = "80", least = "0", most = "100") int lowPercent,
    @Key(preset = "least-recently-used") ReleaseOrder order,
    @Key(name = "pins-per-caller", preset = "50", least = "1", most = "100") int pinnedPercent)
    implements Keys {
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
    Keys.check(BufferSettings.class, highPercent, lowPercent, order, pinnedPercent);
    if (lowPercent > highPercent) {
      throw new IllegalArgumentException(
          "high is "
              + highPercent
              + " and low is "
              + lowPercent
              + ": they are percent of the area's size, low at most as much as high");
    }
  }

  /** With half of the buffer for the pins of one caller. */
  public BufferSettings(int highPercent, int lowPercent, ReleaseOrder order) {
    this(highPercent, lowPercent, order, USUALLY_PINNED);
  }

  public static BufferSettings defaults() {
    return Keys.defaults(BufferSettings.class);
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
