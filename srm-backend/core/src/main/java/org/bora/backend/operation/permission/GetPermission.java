package org.bora.backend.operation.permission;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.Permission;
import org.bora.api.permission.FilePermissions;
import org.bora.api.permission.PermissionDetail;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;

/**
 * srmGetPermission (GFD.129 3.2): the effective rights of owner, owning group, others, and everyone
 * named in the access control list. Rights that a mask removes are not shown.
 */
public final class GetPermission {
  private static final FilePermissions ABOVE_AREAS =
      new FilePermissions(
          new Permission("bora", PermissionMode.RX),
          List.of(),
          List.of(new Permission("bora", PermissionMode.RX)),
          PermissionMode.RX);

  private final Entrance entrance;
  private final Accounts accounts;

  public GetPermission(Entrance entrance, Accounts accounts) {
    this.entrance = entrance;
    this.accounts = accounts;
  }

  /** As {@link org.bora.api.Catalogue#GET_PERMISSION}. */
  public PermissionsReply getPermission(Call call, List<Surl> surls) {
    if (surls.isEmpty()) {
      return new PermissionsReply(
          ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the request names no file"), List.of());
    }
    List<PermissionDetail> files = surls.stream().map(surl -> detail(call.caller(), surl)).toList();
    return new PermissionsReply(
        RequestStatus.of(files.stream().map(PermissionDetail::status).toList()), files);
  }

  private PermissionDetail detail(Caller caller, Surl surl) {
    return switch (entrance.enter(caller, OperationClass.LIST, surl)) {
      case Entry.Refused(ReturnStatus status) -> refused(surl, status);
      case Entry.Above _ ->
          new PermissionDetail(surl, ReturnStatus.success(), Optional.of(ABOVE_AREAS));
      case Entry.Inside(Place place) -> detail(surl, place);
    };
  }

  private PermissionDetail detail(Surl surl, Place place) {
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (!facts.isFile() && !facts.isDirectory()) {
        return refused(surl, neither());
      }
      Acl acl = place.area().tree().acl(place.path()).effective();
      return new PermissionDetail(
          surl, ReturnStatus.success(), Optional.of(permissions(facts, acl)));
    } catch (StorageException e) {
      return refused(surl, StorageRefusal.of(e));
    }
  }

  /** A link, for example, has no permissions of its own. */
  static ReturnStatus neither() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "it is neither a file nor a directory");
  }

  private FilePermissions permissions(EntryFacts facts, Acl acl) {
    List<Permission> groups = new ArrayList<>();
    groups.add(permission(accounts.groupName(facts.gid()), acl.group()));
    acl.groups()
        .forEach(
            entry -> groups.add(permission(accounts.groupName(entry.id()), entry.permissions())));
    return new FilePermissions(
        permission(accounts.userName(facts.uid()), acl.owner()),
        acl.users().stream()
            .map(entry -> permission(accounts.userName(entry.id()), entry.permissions()))
            .toList(),
        groups,
        PermissionMode.ofBits(acl.other()));
  }

  private static Permission permission(String name, int digit) {
    return new Permission(name, PermissionMode.ofBits(digit));
  }

  private static PermissionDetail refused(Surl surl, ReturnStatus status) {
    return new PermissionDetail(surl, status, Optional.empty());
  }
}
