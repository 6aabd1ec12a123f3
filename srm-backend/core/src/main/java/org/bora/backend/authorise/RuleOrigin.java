package org.bora.backend.authorise;

import java.util.Objects;

/**
 * The place in the configuration, for administrators only.
 *
 * @param line from 1; 0 if it is not a line of a file
 */
public record RuleOrigin(String file, int line) {

  public RuleOrigin {
    Objects.requireNonNull(file, "file");
  }

  /** {@code FILE:LINE}. */
  @Override
  public String toString() {
    return line > 0 ? file + ":" + line : file;
  }
}
