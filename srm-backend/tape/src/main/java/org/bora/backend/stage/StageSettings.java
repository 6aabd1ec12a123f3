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

  /** Nothing said of any area. */
  public static StageSettings defaults() {
    return new StageSettings(Map.of());
  }

  /** Those of the area, the defaults where it says nothing. */
  public AreaStageSettings of(String area) {
    return areas.getOrDefault(area, AreaStageSettings.defaults());
  }

  /** Whether srmPutDone in an area answers when the file is on tape. */
  public boolean isAfterTape(String area) {
    return of(area).putDone() == AreaStageSettings.PutDoneAnswer.AFTER_TAPE;
  }
}
