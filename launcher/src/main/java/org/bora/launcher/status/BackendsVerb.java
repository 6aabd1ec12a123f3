package org.bora.launcher.status;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.figures.LinkFigures;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The backends of a frontend as it sees them: an object of JSON in each line. */
public final class BackendsVerb implements ControlServer.Verb {
  /** How it is asked for. */
  public static final String NAME = "backends";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Supplier<List<LinkFigures>> backends;

  public BackendsVerb(Supplier<List<LinkFigures>> backends) {
    this.backends = Objects.requireNonNull(backends, "backends");
  }

  @Override
  public Answer run(List<String> none) {
    return new Answer(true, backends.get().stream().map(MAPPER::writeValueAsString).toList());
  }

  /** Reads a line of the answer; one that a newer Bora writes in another way is none. */
  static List<LinkFigures> read(List<String> lines) {
    try {
      return lines.stream().map(line -> MAPPER.readValue(line, LinkFigures.class)).toList();
    } catch (JacksonException other) {
      return List.of();
    }
  }
}
