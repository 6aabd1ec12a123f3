package org.bora.backend.space;

import java.util.Map;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of spaces.
 *
 * @param shares number of rows that hold the counters of one space, which is also the number of
 *     puts that can commit at once without waiting for each other
 * @param areas settings by area; an area without an entry has the defaults
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
