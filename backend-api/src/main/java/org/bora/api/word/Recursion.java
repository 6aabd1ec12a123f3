package org.bora.api.word;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * How far a request reaches below a directory (TDirOption).
 *
 * @param allLevels the whole tree; overrides {@code levels}
 * @param levels 1: the files directly in it; absent: 1
 */
public record Recursion(boolean allLevels, OptionalInt levels) {

  public Recursion {
    Objects.requireNonNull(levels, "levels");
  }
}
