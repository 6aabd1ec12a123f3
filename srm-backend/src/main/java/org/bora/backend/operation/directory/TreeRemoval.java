package org.bora.backend.operation.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Removes one tree, from the leaves up, as long as the caller waits. A directory is read in small
 * batches and closed before its entries are removed: neither depth nor width costs open directories
 * or much memory, and no filesystem is asked to go on reading what is changing under it. Not thread
 * safe; for one call.
 */
final class TreeRemoval {

  private static final int BATCH = 200;

  private final StorageArea area;
  private final NameUse names;
  private final CallerPatience patience;
  private long removed;

  TreeRemoval(StorageArea area, NameUse names, CallerPatience patience) {
    this.area = area;
    this.names = names;
    this.patience = patience;
  }

  private record Child(AreaPath path, boolean isDirectory, Optional<UUID> file) {}

  /**
   * SRM_SUCCESS when nothing is left. SRM_INTERNAL_ERROR when the time is over: srm-ifce then
   * repeats the call by itself, which goes on where this one stopped.
   */
  ReturnStatus remove(AreaPath directory) throws StorageException {
    Optional<AreaPath> unfinished = removeTree(directory);
    if (unfinished.isEmpty()) {
      return ReturnStatus.success();
    }
    return ReturnStatus.of(
        SrmStatus.INTERNAL_ERROR,
        removed
            + " entries removed, time ran out in "
            + area.sfnOf(unfinished.get())
            + "; repeat the call to remove the rest");
  }

  /** Returns where it stopped when the time was over, or nothing when all is gone. */
  private Optional<AreaPath> removeTree(AreaPath directory) throws StorageException {
    List<Child> batch = batch(directory);
    while (!batch.isEmpty()) {
      for (Child child : batch) {
        if (patience.isOver()) {
          return Optional.of(directory);
        }
        if (child.isDirectory()) {
          Optional<AreaPath> unfinished = removeTree(child.path());
          if (unfinished.isPresent()) {
            return unfinished;
          }
        } else {
          removeFile(child);
        }
      }
      batch = batch(directory);
    }
    return removeEmpty(directory);
  }

  private List<Child> batch(AreaPath directory) throws StorageException {
    List<Child> batch = new ArrayList<>();
    try (Listing listing = area.tree().list(directory)) {
      Optional<String> name = listing.next();
      for (; name.isPresent() && batch.size() < BATCH; name = listing.next()) {
        try {
          EntryFacts facts = listing.facts(name.get());
          batch.add(new Child(directory.child(name.get()), facts.isDirectory(), facts.id()));
        } catch (StorageException e) {
          requireMissing(e);
        }
      }
    } catch (StorageException e) {
      requireMissing(e);
    }
    return batch;
  }

  private void removeFile(Child child) throws StorageException {
    try {
      area.tree().removeFile(child.path());
      removed++;
    } catch (StorageException e) {
      requireMissing(e);
    }
    names.removed(new Place(area, child.path()), child.file());
  }

  private Optional<AreaPath> removeEmpty(AreaPath directory) throws StorageException {
    try {
      area.tree().removeDirectory(directory);
      removed++;
    } catch (StorageException e) {
      requireMissing(e);
    }
    return Optional.empty();
  }

  /** Someone else removed it meanwhile: that is what was wanted. */
  private static void requireMissing(StorageException e) throws StorageException {
    if (e.reason() != Reason.MISSING) {
      throw e;
    }
  }
}
