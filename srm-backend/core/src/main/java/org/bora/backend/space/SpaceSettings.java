package org.bora.backend.space;

import java.util.Map;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How space is kept.
 *
 * @param shares rows that the counters of one space are spread over: so many puts can commit at
 *     once without waiting for each other
 * @param areas by their names; an area that is not here has the defaults
 */
public record SpaceSettings(
    @Key(preset = "8", least = "1", most = "64") int shares,
    @Elsewhere Map<String, AreaSpaceSettings> areas)
    implements Keys {

  public SpaceSettings {
    Keys.check(SpaceSettings.class, shares, areas);
    areas = Map.copyOf(areas);
  }

  /** Eight shares, no limits, no reservations. */
  public static SpaceSettings defaults() {
    return Keys.defaults(SpaceSettings.class);
  }

  public AreaSpaceSettings of(String area) {
    return areas.getOrDefault(area, AreaSpaceSettings.defaults());
  }
}
