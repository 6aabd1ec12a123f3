package org.bora.launcher.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parses the answer of a running Bora into its record. */
public final class AdminAnswers {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private AdminAnswers() {}

  /**
   * Parses an answer; additional data of a later version is ignored.
   *
   * @throws UncheckedIOException if it lacks data that this version needs
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
