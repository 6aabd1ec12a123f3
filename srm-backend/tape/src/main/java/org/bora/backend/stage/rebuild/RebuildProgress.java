package org.bora.backend.stage.rebuild;

import java.util.Objects;

/**
 * The progress of the rebuild of an area.
 *
 * @param part how much of the area was read, from 0 to 1; an estimate
 */
public record RebuildProgress(RebuildCount count, double part) {
  public RebuildProgress {
    Objects.requireNonNull(count, "count");
    if (part < 0 || part > 1) {
      throw new IllegalArgumentException(part + " is no part from 0 to 1");
    }
  }
}
