package org.bora.backend.space;

import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of one caller and one virtual organisation in an area, for open puts or for reservations.
 * An open put has its TURL, but no srmPutDone or abort yet; an open reservation has not ended. The
 * section {@code puts} of an area.
 *
 * @param openPerCaller open puts of one certificate subject, or reservations of one owner
 * @param openPerVo the same for one virtual organisation
 * @param percentPerCaller percent of the area's size that one caller may have announced or reserved
 * @param percentPerVo the same for one virtual organisation
 */
public record HolderLimits(
    @Key(preset = "20000", least = "1", most = "10000000") int openPerCaller,
    @Key(preset = "100000", least = "1", most = "10000000") int openPerVo,
    @Key(preset = "50", least = "1", most = "100") int percentPerCaller,
    @Key(preset = "100", least = "1", most = "100") int percentPerVo)
    implements Keys {
  public static final int MOST_PUTS = 10_000_000;

  public HolderLimits {
    Keys.check(HolderLimits.class, openPerCaller, openPerVo, percentPerCaller, percentPerVo);
  }

  /**
   * Of puts: one caller may have announced half of an area. The numbers of open puts are ten times
   * what the transfer services of a large organisation have under way.
   */
  public static HolderLimits ofPuts() {
    return Keys.defaults(HolderLimits.class);
  }

  /** One caller may hold all that an area has. */
  public static HolderLimits wide() {
    return new HolderLimits(MOST_PUTS, MOST_PUTS, 100, 100);
  }
}
