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
   * For each area a look at it, which says what is wrong. While one is well the backend is: calls
   * that need the others fail by themselves, and where a filesystem is gone from all backends the
   * other areas are served on.
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
