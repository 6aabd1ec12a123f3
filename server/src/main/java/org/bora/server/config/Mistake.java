package org.bora.server.config;

import java.util.Objects;
import org.bora.backend.authorise.RuleOrigin;

/**
 * Something wrong in a configuration file.
 *
 * @param file as the administrator named it, or the variable or option that overrides it
 * @param line counted from 1; 0 when the mistake has no place, as with a missing key
 * @param key full path, {@code areas[0].name}; empty for the file as a whole
 * @param text what was found and what is allowed
 */
public record Mistake(String file, int line, String key, String text) {

  public Mistake {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
  }

  static Mistake at(RuleOrigin origin, String key, String text) {
    return new Mistake(origin.file(), origin.line(), key, text);
  }

  /** {@code FILE:LINE: KEY: TEXT}. */
  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + (key.isEmpty() ? "" : key + ": ") + text;
  }
}
