package org.bora.backend.merge;

import java.util.List;
import java.util.Objects;
import org.bora.storage.spi.AreaPath;

/**
 * What a file is made of, as paths in its area.
 *
 * @param parts files whose bytes it has
 * @param others files that go with them
 * @param removable whether the rules let the caller remove all of them; what is his own goes
 *     without
 */
public record Merging(
    AreaPath directory, List<AreaPath> parts, List<AreaPath> others, boolean removable) {
  public Merging {
    Objects.requireNonNull(directory, "directory");
    parts = List.copyOf(parts);
    others = List.copyOf(others);
  }
}
