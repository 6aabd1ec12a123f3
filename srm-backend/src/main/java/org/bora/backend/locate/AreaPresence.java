package org.bora.backend.locate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;

/**
 * Whether the areas are still what they were at the start. A filesystem that went away below a
 * backend fails, hangs, or leaves the empty directory that it was mounted on. Blocks as long as the
 * filesystem does.
 */
public final class AreaPresence {

  private final List<StorageArea> areas;
  private final Map<String, Object> atTheStart = new HashMap<>();

  /** Remembers what is at the roots now. */
  public AreaPresence(List<StorageArea> areas) {
    this.areas = List.copyOf(areas);
    for (StorageArea area : areas) {
      identity(area.tree().root()).ifPresent(found -> atTheStart.put(area.name(), found));
    }
  }

  /**
   * For each area a look at it, which says what is wrong. While one is well the backend is: calls
   * that need the others fail by themselves, and where a filesystem is gone from all backends the
   * other areas are served on.
   */
  public List<Supplier<Optional<String>>> looks() {
    return areas.stream()
        .<Supplier<Optional<String>>>map(
            area -> () -> missing(area).map(why -> "area " + area.name() + ": " + why))
        .toList();
  }

  private Optional<String> missing(StorageArea area) {
    try {
      area.tree().facts(AreaPath.ROOT);
    } catch (StorageException e) {
      return Optional.of(e.getMessage());
    }
    Object before = atTheStart.get(area.name());
    return before == null || Optional.of(before).equals(identity(area.tree().root()))
        ? Optional.empty()
        : Optional.of(
            area.tree().root()
                + " is not what it was at the start; is the filesystem mounted? A restart takes"
                + " what is there");
  }

  private static Optional<Object> identity(Path root) {
    try {
      Map<String, Object> both = Files.readAttributes(root, "unix:dev,ino");
      return Optional.of(List.of(both.get("dev"), both.get("ino")));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
