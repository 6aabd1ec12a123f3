package org.bora.backend.authorise;

import java.util.Objects;

/**
 * Where something was written, for administrators only.
 *
 * @param line from 1; 0 where it is no line of a file
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
