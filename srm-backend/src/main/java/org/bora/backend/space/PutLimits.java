package org.bora.backend.space;

/**
 * How much of an area open puts may hold. An open put has its TURL, and neither srmPutDone nor an
 * abort yet.
 *
 * @param openPerCaller open puts of one certificate subject
 * @param openPerVo open puts of one virtual organisation
 * @param percentPerCaller percent of the area's size that the open puts of one subject may have
 *     announced
 * @param percentPerVo the same of one virtual organisation
 */
public record PutLimits(int openPerCaller, int openPerVo, int percentPerCaller, int percentPerVo) {
  public static final int MOST_OPEN = 10_000_000;

  public PutLimits {
    checkOpen("puts.open-per-caller", openPerCaller);
    checkOpen("puts.open-per-vo", openPerVo);
    checkPercent("puts.percent-per-caller", percentPerCaller);
    checkPercent("puts.percent-per-vo", percentPerVo);
  }

  /**
   * One caller may have announced half of an area. The numbers of open puts are ten times what the
   * transfer services of a large organisation have under way.
   */
  public static PutLimits defaults() {
    return new PutLimits(20_000, 100_000, 50, 100);
  }

  /** Callers may hold all that an area has. */
  public static PutLimits wide() {
    return new PutLimits(MOST_OPEN, MOST_OPEN, 100, 100);
  }

  private static void checkOpen(String key, int value) {
    if (value < 1 || value > MOST_OPEN) {
      throw new IllegalArgumentException(key + " is " + value + ", allowed are 1 to " + MOST_OPEN);
    }
  }

  private static void checkPercent(String key, int value) {
    if (value < 1 || value > 100) {
      throw new IllegalArgumentException(key + " is " + value + ", allowed are 1 to 100 percent");
    }
  }
}
