package org.bora.backend.operation.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Checks, before any change, whether the rules allow a caller to remove every entry of a tree. If
 * no rule below can deny it, the disk is not read. Not thread safe; for one call.
 */
final class RemovalCheck {

  private final Entrance entrance;
  private final Caller caller;
  private final CallerPatience patience;

  RemovalCheck(Entrance entrance, Caller caller, CallerPatience patience) {
    this.entrance = entrance;
    this.caller = caller;
    this.patience = patience;
  }

  /** The first refusal of something below the directory; empty where all of it may go. */
  Optional<ReturnStatus> refusal(Place directory) throws StorageException {
    if (entrance.isAllowedWithin(caller, OperationClass.DELETE, directory)) {
      return Optional.empty();
    }
    List<Place> below = new ArrayList<>();
    try (Listing listing = directory.area().tree().list(directory.path())) {
      Optional<String> name = listing.next();
      for (; name.isPresent(); name = listing.next()) {
        Place child = new Place(directory.area(), directory.path().child(name.get()));
        Optional<ReturnStatus> refusal =
            patience.isOver()
                ? Optional.of(tooMuch())
                : entrance.refusal(caller, OperationClass.DELETE, child);
        if (refusal.isPresent()) {
          return refusal;
        }
        if (isDirectory(listing, name.get())) {
          below.add(child);
        }
      }
    }
    // one directory is open at a time, however deep the tree is
    for (Place child : below) {
      Optional<ReturnStatus> refusal = refusal(child);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  private static ReturnStatus tooMuch() {
    return ReturnStatus.of(
        SrmStatus.INTERNAL_ERROR,
        "nothing was removed: to look at the rules for all that lies below takes longer than the"
            + " caller waits; remove parts of it first");
  }

  private static boolean isDirectory(Listing listing, String name) throws StorageException {
    try {
      return listing.facts(name).isDirectory();
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return false;
      }
      throw e;
    }
  }
}
