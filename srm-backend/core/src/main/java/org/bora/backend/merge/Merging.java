package org.bora.backend.merge;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.storage.spi.AreaPath;

/**
 * The files that are combined into one, as paths in its area.
 *
 * @param parts files with its bytes
 * @param others files that are removed with them
 * @param kept a part that the rules forbid the caller to remove; empty when the caller may remove
 *     all parts. A caller's own parts need no such permission
 */
public record Merging(
    AreaPath directory, List<AreaPath> parts, List<AreaPath> others, Optional<AreaPath> kept) {
  public Merging {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(kept, "kept");
    parts = List.copyOf(parts);
    others = List.copyOf(others);
  }
}
