package org.bora.backend.operation.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Removes one tree, from the leaves up, as long as the caller waits. A directory is read in small
 * batches, and closed before its entries are removed. So a deep or large tree needs neither many
 * open directories nor much memory, and no directory is read while it changes. Each batch is on
 * stable storage before the rows and tape copies of its files are removed; a crash in between
 * leaves rows without files, which the comparison of books and disk finds. Not thread safe; for one
 * call.
 */
final class TreeRemoval {

  /** The caller's time may be over by the time the books learn of each file. */
  private static final int BATCH = 50;

  private final StorageArea area;
  private final NameUse names;
  private final HiddenRemains remains;
  private final CallerPatience patience;
  private long removed;

  TreeRemoval(StorageArea area, NameUse names, HiddenRemains remains, CallerPatience patience) {
    this.area = area;
    this.names = names;
    this.remains = remains;
    this.patience = patience;
  }

  private record Child(AreaPath path, boolean isDirectory, Optional<UUID> file, Instant looked) {
    Removal removal() {
      return new Removal(path.name(), isDirectory, file);
    }
  }

  /**
   * SRM_SUCCESS if everything was removed. SRM_INTERNAL_ERROR if the time is over: srm-ifce then
   * repeats the call by itself, and the repetition continues where this one stopped.
   */
  ReturnStatus remove(AreaPath directory) throws StorageException {
    Optional<ReturnStatus> stopped = empty(directory);
    if (stopped.isEmpty()) {
      stopped = removeDirectory(directory);
    }
    return stopped.orElseGet(ReturnStatus::success);
  }

  /** Removes the content of a directory. Returns why it stopped early. */
  private Optional<ReturnStatus> empty(AreaPath directory) throws StorageException {
    List<Child> batch = batch(directory);
    while (!batch.isEmpty()) {
      for (Child child : batch) {
        Optional<ReturnStatus> stopped =
            patience.isOver() ? Optional.of(timeIsOver(directory)) : emptied(child);
        if (stopped.isPresent()) {
          return stopped;
        }
      }
      Optional<ReturnStatus> stopped = remove(directory, batch);
      if (stopped.isPresent()) {
        return stopped;
      }
      batch = batch(directory);
    }
    return Optional.empty();
  }

  private Optional<ReturnStatus> emptied(Child child) throws StorageException {
    return child.isDirectory() ? empty(child.path()) : Optional.empty();
  }

  private ReturnStatus timeIsOver(AreaPath directory) {
    return ReturnStatus.of(
        SrmStatus.INTERNAL_ERROR,
        removed
            + " entries removed, time ran out in "
            + area.sfnOf(directory)
            + "; repeat the call to remove the rest");
  }

  private List<Child> batch(AreaPath directory) throws StorageException {
    List<Child> batch = new ArrayList<>();
    try (Listing listing = area.tree().list(directory)) {
      Optional<String> name = listing.next();
      for (; name.isPresent() && batch.size() < BATCH; name = listing.next()) {
        try {
          Instant looked = names.now();
          EntryFacts facts = listing.facts(name.get());
          batch.add(
              new Child(directory.child(name.get()), facts.isDirectory(), facts.id(), looked));
        } catch (StorageException e) {
          requireMissing(e);
        }
      }
    } catch (StorageException e) {
      requireMissing(e);
    }
    return batch;
  }

  /**
   * The books learn of all removed files before the caller learns of any that could not be removed.
   */
  private Optional<ReturnStatus> remove(AreaPath directory, List<Child> batch)
      throws StorageException {
    Map<String, StorageException> staying = removeEntries(directory, batch);
    List<Child> full = new ArrayList<>();
    List<Child> missing = new ArrayList<>();
    Optional<StorageException> trouble = Optional.empty();
    for (Child child : batch) {
      StorageException why = staying.get(child.path().name());
      if (why == null) {
        gone(child, true);
      } else if (why.reason() == Reason.MISSING) {
        missing.add(child);
      } else if (child.isDirectory() && why.reason() == Reason.NOT_EMPTY) {
        full.add(child);
      } else {
        trouble = trouble.or(() -> Optional.of(why));
      }
    }
    // after those that this call has removed: the books follow whatever becomes of the others
    missing.forEach(child -> gone(child, false));
    if (trouble.isPresent()) {
      throw trouble.get();
    }
    for (Child child : full) {
      Optional<ReturnStatus> stays = removeDirectory(child.path());
      if (stays.isPresent()) {
        return stays;
      }
    }
    return Optional.empty();
  }

  private Map<String, StorageException> removeEntries(AreaPath directory, List<Child> batch)
      throws StorageException {
    try {
      return area.tree().removeEntries(directory, batch.stream().map(Child::removal).toList());
    } catch (StorageException e) {
      requireMissing(e);
      return batch.stream().collect(Collectors.toMap(child -> child.path().name(), child -> e));
    }
  }

  /**
   * An entry has gone.
   *
   * @param byUs false where it was gone already: another caller removed it, or a rename carried it
   *     off. Its row in the books belongs to that call
   */
  private void gone(Child child, boolean byUs) {
    removed += byUs ? 1 : 0;
    Place place = new Place(area, child.path());
    if (child.isDirectory()) {
      return;
    }
    if (byUs) {
      names.removed(place, child.file(), child.looked());
    } else {
      names.abandoned(place, child.looked());
    }
  }

  private Optional<ReturnStatus> removeDirectory(AreaPath directory) throws StorageException {
    try {
      Optional<ReturnStatus> stays = remains.removeDirectory(directory);
      removed += stays.isEmpty() ? 1 : 0;
      return stays;
    } catch (StorageException e) {
      requireMissing(e);
      return Optional.empty();
    }
  }

  private static void requireMissing(StorageException e) throws StorageException {
    if (e.reason() != Reason.MISSING) {
      throw e;
    }
  }
}
