package org.bora.door.admit;

import java.util.Objects;

/**
 * A pattern for banned callers.
 *
 * @param pattern a name in which {@code *} stands for any text; all else is compared exactly
 * @param origin where it is written, {@code FILE:LINE}, for administrators only; empty if not in a
 *     file
 */
public record Ban(String pattern, String origin) {

  public Ban {
    Objects.requireNonNull(origin, "origin");
    if (pattern.isBlank()) {
      throw new IllegalArgumentException(
          "an empty pattern is not allowed; allowed is a name in which * stands for any text");
    }
  }
}
