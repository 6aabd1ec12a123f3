package org.bora.launcher.area;

import java.util.List;
import java.util.Objects;
import org.bora.backend.space.AreaReport;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the areas hold, asked by an administrator: lines, or with the word {@code json} one JSON
 * object, the components of {@link org.bora.backend.space.AreaFigures} by their names.
 */
public record AreaVerb(AreaReport report) implements ControlServer.Verb {
  /** How it is asked for. */
  public static final String NAME = "areas";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  public AreaVerb {
    Objects.requireNonNull(report, "report");
  }

  @Override
  public Answer run(List<String> words) {
    return new Answer(
        true,
        words.contains("json")
            ? List.of(MAPPER.writeValueAsString(report.now()))
            : AreaText.lines(report.now()));
  }
}
