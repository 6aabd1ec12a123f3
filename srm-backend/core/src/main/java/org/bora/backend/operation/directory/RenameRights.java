package org.bora.backend.operation.directory;

import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;

/**
 * Decides whether the caller may give a file or directory another name. The right to remove the old
 * name is checked earlier ({@link Entrance#enterToRename}). Touches no disk.
 */
final class RenameRights {
  private final Entrance entrance;

  RenameRights(Entrance entrance) {
    this.entrance = entrance;
  }

  /** Why the caller may not have it there; empty where the rules allow it. */
  Optional<ReturnStatus> refusal(Caller caller, Place source, Place end, boolean directory) {
    Optional<ReturnStatus> refusal = entrance.refusal(caller, OperationClass.CREATE, end);
    if (refusal.isPresent()
        || !directory
        || (entrance.isRenameAllowedWithin(caller, source)
            && entrance.isAllowedWithin(caller, OperationClass.CREATE, end))) {
      return refusal;
    }
    return denied(
        "the rules of area "
            + source.area().name()
            + " do not allow everything below the directory to be moved there");
  }

  /**
   * Why the caller may not replace the entry that is moved aside. Another entry will get its name,
   * so the caller needs the right to create there. If the replacement fails, the old entry returns
   * by the same right; otherwise it is removed under its temporary name.
   */
  Optional<ReturnStatus> refusalToReplace(
      Caller caller, Place source, Place aside, boolean directory) {
    if (!mayCreate(caller, source, directory)) {
      return denied(source, "create", source);
    }
    return mayRename(caller, aside, directory) && mayDelete(caller, aside, directory)
        ? Optional.empty()
        : denied(source, "rename and remove", aside);
  }

  private boolean mayCreate(Caller caller, Place place, boolean directory) {
    return directory
        ? entrance.isAllowedWithin(caller, OperationClass.CREATE, place)
        : entrance.isAllowed(caller, OperationClass.CREATE, place);
  }

  private boolean mayRename(Caller caller, Place place, boolean directory) {
    return directory
        ? entrance.isRenameAllowedWithin(caller, place)
        : entrance.isRenameAllowed(caller, place);
  }

  private boolean mayDelete(Caller caller, Place place, boolean directory) {
    return directory
        ? entrance.isAllowedWithin(caller, OperationClass.DELETE, place)
        : entrance.isAllowed(caller, OperationClass.DELETE, place);
  }

  private static Optional<ReturnStatus> denied(Place replaced, String uses, Place place) {
    return denied(
        "to replace "
            + replaced.sfn()
            + " needs the right to "
            + uses
            + " "
            + place.sfn()
            + ", and of a directory all that is in it: the token or the rules of area "
            + replaced.area().name()
            + " do not allow that");
  }

  private static Optional<ReturnStatus> denied(String why) {
    return Optional.of(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, why));
  }
}
