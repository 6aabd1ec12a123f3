package org.bora.backend.operation.permission;

import java.util.List;
import java.util.Optional;
import org.bora.api.directory.Permission;
import org.bora.api.permission.PermissionCalls;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/**
 * srmSetPermission (GFD.129 3.1), as far as three octal digits go: CHANGE of the bits of owner,
 * owning group and others. What is not given stays as it is; the text of the specification would
 * make it READ, but gfal2 leaves out what its user did not mean to change.
 */
public final class SetPermission implements PermissionCalls {

  private static final String OWNING_GROUP = "-";
  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;
  private static final int TRIPLET = 7;

  private final Entrance entrance;
  private final NameUse names;
  private final Accounts accounts;

  public SetPermission(Entrance entrance, NameUse names, Accounts accounts) {
    this.entrance = entrance;
    this.names = names;
    this.accounts = accounts;
  }

  @Override
  public StatusReply setPermission(Call call, SetPermissionRequest request) {
    return new StatusReply(
        switch (entrance.enter(call.caller(), OperationClass.WRITE, request.surl())) {
          case Entry.Refused(ReturnStatus status) -> status;
          case Entry.Above _ -> rootStays();
          case Entry.Inside(Place place) ->
              place.path().isRoot() ? rootStays() : change(place, request);
        });
  }

  private static ReturnStatus rootStays() {
    return ReturnStatus.of(
        SrmStatus.AUTHORIZATION_FAILURE,
        "the permissions of a storage area's root are the administrator's");
  }

  private ReturnStatus change(Place place, SetPermissionRequest request) {
    if (request.type() != PermissionType.CHANGE) {
      return unsupported("only CHANGE of permissions is supported");
    }
    if (!request.users().isEmpty()) {
      return unsupported("access control lists of users are not supported");
    }
    try {
      if (names.putOn(place).isPresent()) {
        return ReturnStatus.of(SrmStatus.FILE_BUSY, "the file is being written");
      }
      EntryFacts facts = place.area().tree().facts(place.path());
      if (!isOwningGroup(request.groups(), facts)) {
        return unsupported("permissions of other groups than the owning one are not supported");
      }
      Optional<PermissionMode> group = request.groups().stream().findFirst().map(Permission::mode);
      int mode = replace(facts.mode(), request.owner(), OWNER_SHIFT);
      mode = replace(replace(mode, group, GROUP_SHIFT), request.other(), 0);
      if (mode != facts.mode()) {
        place.area().tree().setMode(place.path(), mode);
      }
      return ReturnStatus.success();
    } catch (StorageException e) {
      return StorageRefusal.of(e);
    }
  }

  private boolean isOwningGroup(List<Permission> groups, EntryFacts facts) {
    return groups.isEmpty()
        || (groups.size() == 1
            && (groups.getFirst().name().equals(OWNING_GROUP)
                || groups.getFirst().name().equals(accounts.groupName(facts.gid()))));
  }

  private static int replace(int mode, Optional<PermissionMode> triplet, int shift) {
    return triplet
        .map(given -> (mode & ~(TRIPLET << shift)) | (given.bits() << shift))
        .orElse(mode);
  }

  private static ReturnStatus unsupported(String explanation) {
    return ReturnStatus.of(SrmStatus.NOT_SUPPORTED, explanation);
  }
}
