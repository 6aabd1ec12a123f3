package org.bora.launcher.tape;

import java.util.List;
import org.bora.backend.stage.report.TapeStatus;
import tools.jackson.databind.json.JsonMapper;

/** The state of tapes as one JSON object: the components of {@link TapeStatus} by their names. */
public final class TapeJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private TapeJson() {}

  /** One line. */
  public static List<String> lines(TapeStatus status) {
    return List.of(MAPPER.writeValueAsString(status));
  }
}
