package org.bora.backend.operation.directory;

import java.util.Optional;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * srmMkdir (GFD.129 4.1): creates one directory. For a missing parent the answer is
 * SRM_INVALID_PATH, and gfal2 and ARC then create the parents themselves.
 */
public final class Mkdir {

  private final Entrance entrance;
  private final Mapping mapping;
  private final NameUse names;
  private final AreaAcls acls;
  private final DirectorySettings settings;
  private final LaterName laterName;

  public Mkdir(
      Entrance entrance,
      Mapping mapping,
      NameUse names,
      AreaAcls acls,
      DirectorySettings settings) {
    this.entrance = entrance;
    this.mapping = mapping;
    this.names = names;
    this.acls = acls;
    this.settings = settings;
    this.laterName = new LaterName(entrance);
  }

  public StatusReply mkdir(Call call, MkdirRequest request) {
    Caller caller = call.caller();
    return new StatusReply(
        request
            .becomes()
            .flatMap(name -> laterName.refusal(caller, name))
            .orElseGet(() -> enter(caller, request)));
  }

  private ReturnStatus enter(Caller caller, MkdirRequest request) {
    return switch (entrance.enterToMakeDirectory(caller, request.surl())) {
      case Entry.Refused(ReturnStatus status) -> status;
      case Entry.Above _ -> exists("storage areas are below it");
      case Entry.Inside(Place place) ->
          request
              .becomes()
              .flatMap(_ -> laterName.refusalToMake(caller, place))
              .orElseGet(() -> make(caller, place));
    };
  }

  private ReturnStatus make(Caller caller, Place place) {
    if (place.path().isRoot()) {
      return exists("it is the root of a storage area");
    }
    Optional<ActivePut> writing = names.putOn(place);
    if (writing.isPresent()) {
      return exists(writing.get().busy().explanation());
    }
    return switch (mapping.map(caller)) {
      case Mapped.Refused(String reason) ->
          ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason);
      case Mapped.To(Owner owner, String _) -> make(place, owner);
    };
  }

  private ReturnStatus make(Place place, Owner owner) {
    try {
      AreaTree tree = place.area().tree();
      tree.makeDirectory(place.path(), owner, settings.directoryMode());
      Optional<Acl> handedDown = acls.handedDown(place.area());
      if (handedDown.isPresent() && tree.defaultAcl(place.path()).isEmpty()) {
        WaitingCaller.toTheEnd(
            () -> {
              begin(tree, place.path(), handedDown.get());
              return place;
            });
      }
      return ReturnStatus.success();
    } catch (StorageException e) {
      return explained(place, e);
    }
  }

  /** Says which name is in the way, and which one is missing. */
  private static ReturnStatus explained(Place place, StorageException e) {
    ReturnStatus refusal = StorageRefusal.of(e);
    String parent = place.area().sfnOf(place.path().parent().orElse(AreaPath.ROOT));
    if (e.reason() == Reason.MISSING) {
      return ReturnStatus.of(
          refusal.code(), "no such file or directory: " + parent + " is missing, make it first");
    }
    if (e.reason() == Reason.NOT_A_DIRECTORY) {
      return ReturnStatus.of(
          refusal.code(), "not a directory: " + parent + ", or a name above it, is a file");
    }
    return e.reason() == Reason.EXISTS ? exists(place) : refusal;
  }

  private static ReturnStatus exists(Place place) {
    try {
      return exists(
          switch (place.area().tree().facts(place.path()).kind()) {
            case DIRECTORY -> "it is a directory already";
            case FILE -> "it is a file";
            case LINK -> "it is a symbolic link";
            case OTHER -> "it is neither a file nor a directory";
          });
    } catch (StorageException goneOrSilent) {
      return StorageRefusal.of(Reason.EXISTS);
    }
  }

  private static ReturnStatus exists(String what) {
    return ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "the name exists: " + what);
  }

  /** Where nothing above handed a list down, the area's own begins here. */
  private static void begin(AreaTree tree, AreaPath directory, Acl acl) throws StorageException {
    try {
      tree.setDefaultAcl(directory, Optional.of(acl));
      tree.setAcl(directory, acl);
    } catch (StorageException e) {
      tree.removeDirectory(directory);
      throw e;
    }
  }
}
