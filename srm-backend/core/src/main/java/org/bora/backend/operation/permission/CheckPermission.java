package org.bora.backend.operation.permission;

import java.util.List;
import java.util.Optional;
import org.bora.api.permission.EffectiveRight;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.access.AccountRights;
import org.bora.backend.access.AclMode;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/**
 * srmCheckPermission (GFD.129 3.3): what the caller may do with a file through this service and its
 * GridFTP servers, that is, what both the area's rules and the filesystem permissions of the
 * caller's account allow. If an area opens files just in time, only the rules decide.
 */
public final class CheckPermission {
  /** A caller without any of these rights learns nothing about a file, not even that it exists. */
  private static final List<OperationClass> ANY_OF =
      List.of(
          OperationClass.LIST, OperationClass.READ, OperationClass.WRITE, OperationClass.CREATE);

  private static final int READ = 4;
  private static final int WRITE = 2;
  private static final int SEARCH = 1;
  private static final int ALL = 7;

  private final Entrance entrance;
  private final Mapping mapping;
  private final AccountRights rights;
  private final AreaAcls acls;

  public CheckPermission(Entrance entrance, Mapping mapping, AccountRights rights, AreaAcls acls) {
    this.entrance = entrance;
    this.mapping = mapping;
    this.rights = rights;
    this.acls = acls;
  }

  /** As {@link org.bora.api.Catalogue#CHECK_PERMISSION}. */
  public EffectiveRightsReply checkPermission(Call call, List<Surl> surls) {
    if (surls.isEmpty()) {
      return new EffectiveRightsReply(
          ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request names no file"), List.of());
    }
    List<EffectiveRight> files = surls.stream().map(surl -> right(call.caller(), surl)).toList();
    return new EffectiveRightsReply(
        RequestStatus.of(files.stream().map(EffectiveRight::status).toList()), files);
  }

  private EffectiveRight right(Caller caller, Surl surl) {
    return switch (entrance.enter(caller, ANY_OF, surl)) {
      case Entry.Refused(ReturnStatus status) -> refused(surl, status);
      case Entry.Above _ -> granted(surl, READ | SEARCH);
      case Entry.Inside(Place place) -> right(caller, surl, place);
    };
  }

  private EffectiveRight right(Caller caller, Surl surl, Place place) {
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      int allowed = facts.isDirectory() ? ofDirectory(caller, place) : ofFile(caller, place);
      return granted(surl, allowed & onDisk(caller, place));
    } catch (StorageException e) {
      return refused(surl, StorageRefusal.of(e));
    }
  }

  /** Who may list reads and searches a directory; who may make entries writes to it. */
  private int ofDirectory(Caller caller, Place place) {
    return (entrance.isAllowed(caller, OperationClass.LIST, place) ? (READ | SEARCH) : 0)
        | (entrance.isAllowed(caller, OperationClass.CREATE, place) ? WRITE : 0);
  }

  private int ofFile(Caller caller, Place place) {
    return (entrance.isAllowed(caller, OperationClass.READ, place) ? READ : 0)
        | (entrance.isAllowed(caller, OperationClass.WRITE, place) ? WRITE : 0);
  }

  private int onDisk(Caller caller, Place place) throws StorageException {
    return switch (mapping.map(caller)) {
      case Mapped.Refused _ -> 0;
      case Mapped.To mapped ->
          acls.mode(place.area()) == AclMode.JUST_IN_TIME
              ? ALL
              : rights.digit(rights.actor(mapped), place);
    };
  }

  private static EffectiveRight granted(Surl surl, int digit) {
    return new EffectiveRight(
        surl, ReturnStatus.success(), Optional.of(PermissionMode.ofBits(digit)));
  }

  private static EffectiveRight refused(Surl surl, ReturnStatus status) {
    return new EffectiveRight(surl, status, Optional.empty());
  }
}
