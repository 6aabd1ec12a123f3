package org.bora.backend.operation.directory;

import java.util.List;
import java.util.Optional;
import org.bora.api.directory.MvRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.bulkhead.TimedClaim;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameClaim;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * srmMv (GFD.129 4.6): renames a file or directory within one storage area, never over an existing
 * entry.
 */
public final class Mv {

  /** A target that is a directory is moved into: that directory itself need not be created. */
  private static final List<OperationClass> NAME_OR_DIRECTORY =
      List.of(OperationClass.CREATE, OperationClass.LIST);

  private final Entrance entrance;
  private final NameUse names;
  private final TurlAccess access;
  private final RenameRights rights;

  public Mv(Entrance entrance, NameUse names, TurlAccess access) {
    this.entrance = entrance;
    this.names = names;
    this.access = access;
    this.rights = new RenameRights(entrance);
  }

  public StatusReply mv(Call call, MvRequest request) {
    Entry from = entrance.enterToRename(call.caller(), request.from());
    Entry to = entrance.enter(call.caller(), NAME_OR_DIRECTORY, request.to());
    Wish wish = new Wish(new SeenVersion(request.only()), request.exact(), request.makesRoom());
    return new StatusReply(move(call, from, to, wish));
  }

  /**
   * The conditions of a rename.
   *
   * @param seen the version that the source must have
   * @param exact whether the target is the new name itself, even if a directory is there
   * @param makesRoom whether something else will get the name of the source
   */
  private record Wish(SeenVersion seen, boolean exact, boolean makesRoom) {}

  private ReturnStatus move(Call call, Entry from, Entry to, Wish wish) {
    if (from instanceof Entry.Refused(ReturnStatus status)) {
      return status;
    }
    if (to instanceof Entry.Refused(ReturnStatus status)) {
      return status;
    }
    if (!(from instanceof Entry.Inside(Place source)) || source.path().isRoot()) {
      return refused(SrmStatus.AUTHORIZATION_FAILURE, "the root of a storage area cannot be moved");
    }
    if (!(to instanceof Entry.Inside(Place target))) {
      return refused(SrmStatus.INVALID_PATH, "the target is outside all storage areas");
    }
    if (!source.area().name().equals(target.area().name())) {
      return refused(
          SrmStatus.NOT_SUPPORTED,
          "source and target lie in different storage areas ("
              + source.area().sfn()
              + " and "
              + target.area().sfn()
              + "): copy the file instead");
    }
    try {
      return call.repeated() && isMoved(source, target, wish, call.caller())
          ? ReturnStatus.success()
          : moveWithin(call.caller(), source, target, wish);
    } catch (StorageException e) {
      return StorageRefusal.of(e);
    }
  }

  /** Whether another backend did it a moment ago, and could not say so any more. */
  private boolean isMoved(Place source, Place target, Wish wish, Caller caller)
      throws StorageException {
    return names.isMoved(source, target, caller)
        || (!wish.exact() && names.isMoved(source, inside(target, source), caller));
  }

  private ReturnStatus moveWithin(Caller caller, Place source, Place target, Wish wish)
      throws StorageException {
    AreaTree tree = source.area().tree();
    boolean directory;
    try {
      EntryFacts facts = tree.facts(source.path());
      if (wish.seen().isOther(facts)) {
        return SeenVersion.CHANGED;
      }
      directory = facts.isDirectory();
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING && names.putOn(source).isPresent() ? busy() : rethrow(e);
    }
    if (source.path().equals(target.path())) {
      return ReturnStatus.success();
    }
    if (directory && target.path().isWithin(source.path())) {
      return refused(SrmStatus.INVALID_PATH, "a directory cannot be moved into itself");
    }
    if (directory && entrance.holdsAreas(source)) {
      return refused(
          SrmStatus.NOT_SUPPORTED, "another storage area hangs below the directory: it must stay");
    }
    // without a look: a directory that comes after one is refused by the rename all the same
    Place end = !wish.exact() && isDirectory(target) ? inside(target, source) : target;
    if (end.path().equals(source.path())) {
      return ReturnStatus.success(); // into the directory where it is already
    }
    Optional<ReturnStatus> forbidden = forbidden(caller, source, end, directory, wish);
    if (forbidden.isPresent()) {
      return forbidden.get();
    }
    if (end.path().isRoot() || entrance.holdsAreas(end)) {
      return StorageRefusal.of(Reason.EXISTS);
    }
    return switch (names.claim(source, end, directory, caller)) {
      case NameClaim.Refused(NameClaim.Obstacle why) -> obstacle(why);
      case NameClaim.Taken taken -> rename(source, end, taken, wish.seen());
    };
  }

  private static ReturnStatus obstacle(NameClaim.Obstacle why) {
    return switch (why) {
      case SOURCE_WRITTEN -> busy();
      case SOURCE_READ -> refused(SrmStatus.FILE_BUSY, "others have pins on the source");
      case SOURCE_CHANGED -> StorageRefusal.of(Reason.MISSING);
      case TARGET_WRITTEN -> StorageRefusal.of(Reason.EXISTS);
      case MOVING -> refused(SrmStatus.FILE_BUSY, "one of the names is being renamed");
    };
  }

  /** Whatever happens, the database gets the result of the rename. */
  private ReturnStatus rename(Place source, Place end, NameClaim.Taken taken, SeenVersion seen)
      throws StorageException {
    try {
      // while the names are claimed nothing is published under them
      if (seen.isAsked() && seen.isOther(source.area().tree().facts(source.path()))) {
        names.finish(source, end, taken, false);
        return SeenVersion.CHANGED;
      }
      access.leave(source);
      renameWhileHeld(source, end, taken);
    } catch (StorageException e) {
      NameClaim.Outcome outcome = names.finish(source, end, taken, false);
      boolean asked = e.reason() != Reason.MISSING && e.reason() != Reason.SILENT;
      if (outcome == NameClaim.Outcome.MOVED && !asked) {
        return ReturnStatus.success(); // another attempt has done it
      }
      throw e;
    } catch (RuntimeException e) {
      names.finish(source, end, taken, false); // the caller has left, perhaps before the rename
      throw e;
    }
    if (taken.directory() && names.isWrittenBelow(source) && isMovedBack(source, end, taken)) {
      names.giveUp(source, end, taken);
      return busy();
    }
    return names.finish(source, end, taken, true) == NameClaim.Outcome.MOVED
        ? ReturnStatus.success()
        : StorageRefusal.of(Reason.MISSING);
  }

  private Optional<ReturnStatus> forbidden(
      Caller caller, Place source, Place end, boolean directory, Wish wish) {
    Optional<ReturnStatus> refusal = rights.refusal(caller, source, end, directory);
    return refusal.isEmpty() && wish.makesRoom()
        ? rights.refusalToReplace(caller, source, end, directory)
        : refusal;
  }

  /**
   * A put that began between the look and the rename has its upload carried off. What it registers
   * later still it finds gone by itself (PutRegistration): one of the two always sees the other.
   */
  private boolean isMovedBack(Place source, Place end, NameClaim.Taken taken)
      throws StorageException {
    try {
      return WaitingCaller.toTheEnd(
          () -> {
            renameWhileHeld(end, source, taken);
            return true;
          });
    } catch (StorageException e) {
      if (e.reason() == Reason.EXISTS || e.reason() == Reason.MISSING || !names.isHeld(taken)) {
        return false; // others were at these names too, or may have been: the move stands
      }
      throw e;
    }
  }

  /**
   * Refused where the claim has run out: other backends have settled it, or may do so at any
   * moment.
   */
  private void renameWhileHeld(Place from, Place to, NameClaim.Taken taken)
      throws StorageException {
    TimedClaim.during(
        () -> names.isHeld(taken),
        () -> {
          from.area().tree().rename(from.path(), to.path());
          return taken;
        });
  }

  private static ReturnStatus rethrow(StorageException e) throws StorageException {
    throw e;
  }

  private static boolean isDirectory(Place place) throws StorageException {
    try {
      return place.area().tree().facts(place.path()).isDirectory();
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return false;
      }
      throw e;
    }
  }

  private static Place inside(Place directory, Place entry) {
    return new Place(directory.area(), directory.path().child(entry.path().name()));
  }

  private static ReturnStatus busy() {
    return refused(SrmStatus.FILE_BUSY, "the source is being written");
  }

  private static ReturnStatus refused(SrmStatus code, String explanation) {
    return ReturnStatus.of(code, explanation);
  }
}
