package org.bora.backend.space;

/**
 * How much of an area one caller and one virtual organisation may hold, by open puts or by
 * reservations. An open put has its TURL, and neither srmPutDone nor an abort yet; an open
 * reservation has not ended.
 *
 * @param openPerCaller open puts of one certificate subject, or reservations of one owner
 * @param openPerVo the same of one virtual organisation
 * @param percentPerCaller percent of the area's size that those of one caller may have announced or
 *     reserved
 * @param percentPerVo the same of one virtual organisation
 */
public record HolderLimits(
    int openPerCaller, int openPerVo, int percentPerCaller, int percentPerVo) {
  public static final int MOST_PUTS = 10_000_000;
  public static final int MOST_RESERVATIONS = 1_000_000;

  public HolderLimits {
    checkOpen("per caller", openPerCaller);
    checkOpen("per organisation", openPerVo);
    checkPercent("per caller", percentPerCaller);
    checkPercent("per organisation", percentPerVo);
  }

  /**
   * Of puts: one caller may have announced half of an area. The numbers of open puts are ten times
   * what the transfer services of a large organisation have under way.
   */
  public static HolderLimits ofPuts() {
    return new HolderLimits(20_000, 100_000, 50, 100);
  }

  /** Of reservations: one owner may have half of an area, in a hundred reservations. */
  public static HolderLimits ofReservations() {
    return new HolderLimits(100, 1000, 50, 100);
  }

  /** One caller may hold all that an area has. */
  public static HolderLimits wide() {
    return new HolderLimits(MOST_PUTS, MOST_PUTS, 100, 100);
  }

  private static void checkOpen(String whose, int value) {
    if (value < 1 || value > MOST_PUTS) {
      throw new IllegalArgumentException(
          "the number open " + whose + " is " + value + ", allowed are 1 to " + MOST_PUTS);
    }
  }

  private static void checkPercent(String whose, int value) {
    if (value < 1 || value > 100) {
      throw new IllegalArgumentException(
          "the percentage " + whose + " is " + value + ", allowed are 1 to 100");
    }
  }
}
