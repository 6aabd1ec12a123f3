package org.bora.backend.stage.rebuild;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.BookRestoration.Found;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.StorageException;

/**
 * Checks files that were found under another path than in the books. The filesystems are asked
 * while no row is locked, because they may hang; the result only counts for rows that are still the
 * same under the lock.
 */
final class OtherPaths {
  private final Map<UUID, Look> looks = new HashMap<>();

  /**
   * @param isThere whether the filesystem has the file at the path of the books, or does not answer
   */
  private record Look(StoredFile row, boolean isThere) {}

  private OtherPaths() {}

  /**
   * Asks for each file that has another path.
   *
   * @param area in which they were found
   * @param rows of the files as they are now, not locked
   */
  static OtherPaths look(
      Locator locator, StorageArea area, Collection<StoredFile> rows, List<Found> found) {
    Map<UUID, StoredFile> known = new HashMap<>();
    rows.forEach(row -> known.put(row.id(), row));
    OtherPaths others = new OtherPaths();
    for (Found one : found) {
      StoredFile row = known.get(one.id());
      if (row != null && !(row.path().equals(one.path()) && row.area().equals(area.name()))) {
        others.looks.computeIfAbsent(row.id(), _ -> new Look(row, isThere(locator, row)));
      }
    }
    return others;
  }

  /** Whether the books have a file where they had it before the look. */
  boolean isSame(StoredFile row) {
    Look look = looks.get(row.id());
    return look != null
        && look.row().area().equals(row.area())
        && look.row().path().equals(row.path());
  }

  /** Whether a file that {@link #isSame} is there. */
  boolean isThere(StoredFile row) {
    return looks.get(row.id()).isThere();
  }

  private static boolean isThere(Locator locator, StoredFile row) {
    Optional<StorageArea> where = locator.area(row.area());
    try {
      return where.isPresent()
          && where.get().tree().facts(row.path()).id().equals(Optional.of(row.id()));
    } catch (StorageException e) {
      return e.reason() != StorageException.Reason.MISSING
          && e.reason() != StorageException.Reason.NOT_A_DIRECTORY;
    }
  }
}
