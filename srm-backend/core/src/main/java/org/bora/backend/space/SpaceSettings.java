package org.bora.backend.space;

import java.util.Map;

/**
 * How space is kept.
 *
 * @param shares rows that the counters of one space are spread over: so many puts can commit at
 *     once without waiting for each other
 * @param areas by their names; an area that is not here has the defaults
 */
public record SpaceSettings(int shares, Map<String, AreaSpaceSettings> areas) {
  private static final int MOST_SHARES = 64;

  public SpaceSettings {
    if (shares < 1 || shares > MOST_SHARES) {
      throw new IllegalArgumentException(
          "shares is " + shares + ", allowed are 1 to " + MOST_SHARES);
    }
    areas = Map.copyOf(areas);
  }

  /** Eight shares, no limits, no reservations. */
  public static SpaceSettings defaults() {
    return new SpaceSettings(8, Map.of());
  }

  public AreaSpaceSettings of(String area) {
    return areas.getOrDefault(area, AreaSpaceSettings.defaults());
  }
}
