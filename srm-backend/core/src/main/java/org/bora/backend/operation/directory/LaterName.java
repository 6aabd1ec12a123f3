package org.bora.backend.operation.directory;

import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Checks whether a directory may later get the name for which a door creates it. {@link Mv} decides
 * this when the directory is filled; this check refuses the caller before anything is copied.
 */
final class LaterName {
  private final Entrance entrance;

  LaterName(Entrance entrance) {
    this.entrance = entrance;
  }

  /** Why the caller may not have a directory of this name; empty where the rules allow it. */
  Optional<ReturnStatus> refusal(Caller caller, Surl name) {
    return switch (entrance.enterToMakeDirectory(caller, name)) {
      case Entry.Refused(ReturnStatus status) -> Optional.of(status);
      case Entry.Above _ -> denied("storage areas are below the name");
      case Entry.Inside(Place place) -> refusal(caller, name, place);
    };
  }

  private Optional<ReturnStatus> refusal(Caller caller, Surl name, Place place) {
    if (place.path().isRoot()) {
      return denied("the root of a storage area cannot be replaced");
    }
    if (entrance.holdsAreas(place)) {
      return denied("another storage area hangs below the name: the directory there must stay");
    }
    return refusalToFill(caller, place).or(() -> refusalToReplace(caller, name, place));
  }

  /**
   * Why the caller may not make a directory that gets another name later. The right to create is
   * not enough: by the same right, other files can be moved into it, and the door removes all of it
   * where the copy fails.
   */
  Optional<ReturnStatus> refusalToMake(Caller caller, Place directory) {
    Optional<ReturnStatus> refusal = refusalToFill(caller, directory);
    if (refusal.isPresent()
        || (entrance.isAllowedWithin(caller, OperationClass.DELETE, directory)
            && entrance.isRenameAllowedWithin(caller, directory))) {
      return refusal;
    }
    return denied(
        "a COPY of a directory needs the right to remove it again, and to rename it: the token or"
            + " the rules of area "
            + directory.area().name()
            + " do not allow that for everything below "
            + directory.sfn());
  }

  /** Why the caller may not create everything that a directory could contain. */
  private Optional<ReturnStatus> refusalToFill(Caller caller, Place directory) {
    if (entrance.isAllowedWithin(caller, OperationClass.CREATE, directory)) {
      return Optional.empty();
    }
    return denied(
        "the rules of area "
            + directory.area().name()
            + " do not allow to create everything below "
            + directory.sfn());
  }

  /** Why the existing entry may not be renamed to make room for the directory. */
  private Optional<ReturnStatus> refusalToReplace(Caller caller, Surl name, Place place) {
    boolean directory;
    try {
      directory = place.area().tree().facts(place.path()).isDirectory();
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING ? Optional.empty() : Optional.of(StorageRefusal.of(e));
    }
    if (entrance.enterToRename(caller, name) instanceof Entry.Refused(ReturnStatus status)) {
      return Optional.of(status);
    }
    return !directory || entrance.isRenameAllowedWithin(caller, place)
        ? Optional.empty()
        : denied(
            "the rules of area "
                + place.area().name()
                + " do not allow to rename everything below "
                + place.sfn()
                + ", which is to be replaced");
  }

  private static Optional<ReturnStatus> denied(String why) {
    return Optional.of(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, why));
  }
}
