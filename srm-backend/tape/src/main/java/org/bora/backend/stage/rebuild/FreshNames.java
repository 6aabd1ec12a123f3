package org.bora.backend.stage.rebuild;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.BookRestoration.Found;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names that are not in the books yet. A backend may have published or renamed a file, and died
 * before it synced the directory. The books must not get a name that a power failure could remove,
 * so each directory of such names is synced first.
 */
final class FreshNames {
  private static final Logger LOG = LoggerFactory.getLogger(FreshNames.class);

  private FreshNames() {}

  /**
   * Syncs each directory once; no row is locked meanwhile. A directory that has gone needs no sync:
   * its files went with it, or were renamed with it and are followed.
   *
   * @param area in which the files were found
   * @param rows of the files as they are now
   * @param unreadable told of each directory that cannot be synced
   * @return the files without those of such directories
   */
  static List<Found> synced(
      StorageArea area, Collection<StoredFile> rows, List<Found> found, Runnable unreadable) {
    Map<UUID, AreaPath> known = new HashMap<>();
    rows.stream()
        .filter(row -> row.area().equals(area.name()))
        .forEach(row -> known.put(row.id(), row.path()));
    Map<AreaPath, Boolean> directories = new HashMap<>();
    Predicate<AreaPath> isSynced =
        name ->
            directories.computeIfAbsent(
                name.parent().orElseThrow(),
                directory -> isSynced(area, directory, name, unreadable));
    return found.stream().filter(one -> isSynced(one, known.get(one.id()), isSynced)).toList();
  }

  /**
   * Whether its name is safe, and so is the end of the name that its row has.
   *
   * @param row null where the books do not have it in this area
   */
  private static boolean isSynced(Found one, AreaPath row, Predicate<AreaPath> isSynced) {
    return one.path().equals(row)
        || (isSynced.test(one.path()) && (row == null || isSynced.test(row)));
  }

  private static boolean isSynced(
      StorageArea area, AreaPath directory, AreaPath name, Runnable unreadable) {
    try {
      area.tree().syncName(name);
      return true;
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY) {
        return true;
      }
      LOG.warn(
          "area {}: files of '{}' are not entered, because it cannot be synced: {}",
          area.name(),
          directory,
          e.getMessage(),
          e);
      unreadable.run();
      return false;
    }
  }
}
