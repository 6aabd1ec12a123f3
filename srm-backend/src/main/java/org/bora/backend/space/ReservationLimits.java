package org.bora.backend.space;

/**
 * How much of an area reservations may take.
 *
 * @param openPerOwner reservations of one owner that have not ended
 * @param openPerVo the same of one virtual organisation
 * @param percentPerOwner percent of the area's size that the reservations of one owner may have
 * @param percentPerVo the same of one virtual organisation
 */
public record ReservationLimits(
    int openPerOwner, int openPerVo, int percentPerOwner, int percentPerVo) {
  public static final int MOST_OPEN = 1_000_000;

  public ReservationLimits {
    checkOpen("reservations.open-per-owner", openPerOwner);
    checkOpen("reservations.open-per-vo", openPerVo);
    checkPercent("reservations.percent-per-owner", percentPerOwner);
    checkPercent("reservations.percent-per-vo", percentPerVo);
  }

  /** One owner may have half of an area, in a hundred reservations. */
  public static ReservationLimits defaults() {
    return new ReservationLimits(100, 1000, 50, 100);
  }

  /** One owner may have all of an area. */
  public static ReservationLimits wide() {
    return new ReservationLimits(MOST_OPEN, MOST_OPEN, 100, 100);
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
