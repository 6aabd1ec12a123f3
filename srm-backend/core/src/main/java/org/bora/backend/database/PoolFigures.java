package org.bora.backend.database;

import java.util.Objects;

/**
 * The current state of a connection pool.
 *
 * @param name {@code reads} or {@code writes}
 * @param most maximum number of connections
 * @param open number of open connections
 * @param inUse number of connections in use
 */
public record PoolFigures(String name, int most, int open, int inUse) {
  public PoolFigures {
    Objects.requireNonNull(name, "name");
  }
}
