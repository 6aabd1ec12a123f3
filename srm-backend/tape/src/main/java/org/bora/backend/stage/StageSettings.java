package org.bora.backend.stage;

import java.util.Map;

/**
 * Tape settings of all areas.
 *
 * @param areas settings by area
 */
public record StageSettings(Map<String, AreaStageSettings> areas) {

  public StageSettings {
    areas = Map.copyOf(areas);
  }

  /** The defaults for every area. */
  public static StageSettings defaults() {
    return new StageSettings(Map.of());
  }

  /** The settings of the area, with defaults for missing ones. */
  public AreaStageSettings of(String area) {
    return areas.getOrDefault(area, AreaStageSettings.defaults());
  }

  /** Whether srmPutDone in an area answers when the file is on tape. */
  public boolean isAfterTape(String area) {
    return of(area).putDone() == AreaStageSettings.PutDoneAnswer.AFTER_TAPE;
  }
}
