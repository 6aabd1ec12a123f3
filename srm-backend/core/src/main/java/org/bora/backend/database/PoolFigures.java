package org.bora.backend.database;

import java.util.Objects;

/**
 * A pool of connections now.
 *
 * @param name {@code reads} or {@code writes}
 * @param most how many there may be
 * @param open how many there are
 * @param inUse of these
 */
public record PoolFigures(String name, int most, int open, int inUse) {
  public PoolFigures {
    Objects.requireNonNull(name, "name");
  }
}
