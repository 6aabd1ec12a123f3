package org.bora.backend.locate;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Checks whether the areas answer. Their gates check what is mounted at their roots and withhold
 * wrong areas, and this check then finds the area withheld. Blocks as long as the filesystem does.
 */
public final class AreaPresence {

  private final List<StorageArea> areas;

  public AreaPresence(List<StorageArea> areas) {
    this.areas = List.copyOf(areas);
  }

  /**
   * A check for each area, which returns what is wrong. The backend is healthy while one area is:
   * calls that need the others fail by themselves, and if a filesystem is missing on all backends
   * they still serve the other areas.
   */
  public List<Supplier<Optional<String>>> looks() {
    return areas.stream().<Supplier<Optional<String>>>map(area -> () -> missing(area)).toList();
  }

  private static Optional<String> missing(StorageArea area) {
    try {
      area.tree().facts(AreaPath.ROOT);
      return Optional.empty();
    } catch (StorageException e) {
      return Optional.of(
          e.reason() == Reason.WITHHELD
              ? e.getMessage()
              : "area " + area.name() + ": " + e.getMessage());
    }
  }
}
