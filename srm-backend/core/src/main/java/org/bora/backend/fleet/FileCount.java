package org.bora.backend.fleet;

import java.util.Objects;

/**
 * Files of requests that are under way, over all backends.
 *
 * @param kind put, pin or copy
 * @param state in lower case
 */
public record FileCount(String kind, String state, long files) {
  public FileCount {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(state, "state");
  }
}
