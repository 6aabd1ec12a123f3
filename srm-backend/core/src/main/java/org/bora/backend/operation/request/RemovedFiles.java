package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Updates the books after a removal. It locks the rows of a name first, and then checks on disk
 * which file has the name. A locked row without its file is deleted, however long this backend was
 * frozen after the unlink, and a file that was stored at the name meanwhile keeps its row. If a
 * backend dies in between, the next removal of the name, or of a directory above, finishes the
 * work. Thread safe.
 */
final class RemovedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(RemovedFiles.class);

  /** More than a directory that lost one batch has; the audit finds the rest. */
  private static final int MOST_BELOW = 1000;

  private final SpaceBooks books;
  private final StoredFiles files = new StoredFiles();
  private final PinTable pins = new PinTable();

  RemovedFiles(SpaceBooks books) {
    this.books = books;
  }

  /**
   * A file was removed by its name. Its row and its copies on tape go, and the pins on it end. Rows
   * of other files that had the name once, and are not there, go too; their copies on tape stay
   * until an administrator has decided. Idempotent.
   *
   * @param file the identifier that was seen under the name before; absent where there was none.
   *     Where the books do not have that file under the name, another was removed in its stead
   * @return another file that has the name now, as the books know it
   */
  Optional<UUID> removed(JdbcClient sql, Place place, Optional<UUID> file, Instant now) {
    Set<UUID> gone = new HashSet<>();
    Optional<UUID> there = Optional.empty();
    if (file.isPresent()) {
      gone.add(file.get());
      there = forget(sql, place, file, gone);
    }
    pins.abortRemoved(sql, List.of(NameKey.of(place)), gone, now);
    return there;
  }

  /**
   * A removal found no file under a name. If the books have a file there, a backend removed it and
   * died before it could update the books, so this is done now. That backend may not have synced
   * the directory either, so the directory is synced first.
   *
   * @return a file that has the name nevertheless
   */
  Optional<UUID> missed(JdbcClient sql, Place place, Instant now) {
    if (files.at(sql, place.area().name(), place.path()).isEmpty()) {
      return Optional.empty();
    }
    Set<UUID> gone = new HashSet<>();
    Optional<UUID> there = forget(sql, place, Optional.empty(), gone);
    if (!gone.isEmpty()) {
      pins.abortRemoved(sql, List.of(NameKey.of(place)), gone, now);
    }
    return there;
  }

  /**
   * Everything below a directory was removed. Where the books have files there still, a backend
   * removed them and died before it could say so.
   */
  void emptied(Transactions transactions, Place directory, Instant now) {
    StorageArea area = directory.area();
    List<StoredFile> left =
        transactions.read(sql -> files.below(sql, area.name(), directory.path(), MOST_BELOW));
    for (StoredFile file : left) {
      transactions.run(
          sql -> {
            missed(sql, new Place(area, file.path()), now);
            return file;
          });
    }
  }

  /**
   * Removes rows of lost files.
   *
   * @param forgotten takes the identifiers of those files
   * @return another file of this name whose row stays
   */
  private Optional<UUID> forget(
      JdbcClient sql, Place place, Optional<UUID> file, Set<UUID> forgotten) {
    Map<Boolean, List<StoredFile>> rows =
        rows(sql, place, file).stream()
            .collect(Collectors.partitioningBy(row -> isLost(place.area(), row)));
    List<StoredFile> lost = rows.get(true);
    // what has an identifier here was removed by this call, which has synced the directory
    if (file.isPresent() || (!lost.isEmpty() && isSynced(place))) {
      forget(sql, file, lost, forgotten);
    }
    return rows.get(false).stream()
        .filter(row -> row.path().equals(place.path()))
        .map(StoredFile::id)
        .filter(id -> !file.equals(Optional.of(id)))
        .findFirst();
  }

  private void forget(
      JdbcClient sql, Optional<UUID> file, List<StoredFile> lost, Set<UUID> forgotten) {
    if (lost.isEmpty()) {
      return;
    }
    // what was removed carried its identifier, so it has moved nowhere, whatever renames it
    boolean certain = lost.size() == 1 && file.equals(Optional.of(lost.getFirst().id()));
    List<StoredFile> gone = certain ? lost : withoutMoving(sql, lost);
    Optional<StoredFile> removed =
        gone.stream()
            .filter(row -> file.equals(Optional.of(row.id())))
            .findFirst()
            .or(() -> gone.stream().max(Comparator.comparing(StoredFile::stored)));
    List<StoredFile> others =
        gone.stream().filter(row -> !removed.equals(Optional.of(row))).toList();
    books.removed(sql, removed.stream().toList(), others);
    gone.forEach(row -> forgotten.add(row.id()));
  }

  /** Those of the name, and that of the file, which its directory may have carried elsewhere. */
  private List<StoredFile> rows(JdbcClient sql, Place place, Optional<UUID> file) {
    String area = place.area().name();
    List<StoredFile> rows = new ArrayList<>(files.lockAt(sql, area, place.path()));
    if (file.isPresent() && rows.stream().noneMatch(row -> row.id().equals(file.get()))) {
      files.lock(sql, file.get()).filter(row -> row.area().equals(area)).ifPresent(rows::add);
    }
    return rows;
  }

  /** Asked after the look, because a rename is announced before it happens. */
  private List<StoredFile> withoutMoving(JdbcClient sql, List<StoredFile> lost) {
    Set<UUID> moving = files.moving(sql, lost.stream().map(StoredFile::id).toList());
    return lost.stream().filter(row -> !moving.contains(row.id())).toList();
  }

  private static boolean isLost(StorageArea area, StoredFile row) {
    try {
      return !area.tree().facts(row.path()).id().equals(Optional.of(row.id()));
    } catch (StorageException e) {
      return isMissing(new Place(area, row.path()), e);
    }
  }

  /** Whether a power failure does not undo that the name is free. */
  private static boolean isSynced(Place place) {
    try {
      place.area().tree().syncName(place.path());
      return true;
    } catch (StorageException e) {
      return isMissing(place, e); // then it has gone with its directory
    }
  }

  private static boolean isMissing(Place place, StorageException e) {
    if (e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY) {
      return true;
    }
    LOG.warn(
        "area {}: whether '{}' is gone is left to the audit: {}",
        place.area().name(),
        place.path(),
        e.getMessage(),
        e);
    return false;
  }
}
