package org.bora.launcher.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a Bora that runs answered, as the record that it made the answer of. */
public final class AdminAnswers {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private AdminAnswers() {}

  /**
   * Reads one; what a later version says besides is left out.
   *
   * @throws UncheckedIOException it lacks something that this version needs
   */
  public static <T> T read(JsonNode answer, Class<T> kind) {
    try {
      return MAPPER.treeToValue(answer, kind);
    } catch (JacksonException other) {
      throw new UncheckedIOException(
          new IOException(
              "what runs is of another version, and its answer is not understood (--json shows"
                  + " it): "
                  + other.getOriginalMessage(),
              other));
    }
  }
}
