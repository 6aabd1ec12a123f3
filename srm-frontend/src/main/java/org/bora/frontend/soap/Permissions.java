package org.bora.frontend.soap;

import java.util.List;
import org.bora.api.directory.Permission;
import org.bora.api.permission.EffectiveRight;
import org.bora.api.permission.FilePermissions;
import org.bora.api.permission.PermissionDetail;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfTGroupPermission;
import org.bora.contract.ArrayOfTPermissionReturn;
import org.bora.contract.ArrayOfTSURLPermissionReturn;
import org.bora.contract.ArrayOfTUserPermission;
import org.bora.contract.TGroupPermission;
import org.bora.contract.TPermissionReturn;
import org.bora.contract.TSURLPermissionReturn;
import org.bora.contract.TUserPermission;

/** The per-file part of replies about permissions. */
final class Permissions {
  private Permissions() {}

  static TUserPermission user(Permission permission) {
    TUserPermission wire = new TUserPermission();
    wire.setUserID(permission.name());
    wire.setMode(permission.mode().name());
    return wire;
  }

  static TGroupPermission group(Permission permission) {
    TGroupPermission wire = new TGroupPermission();
    wire.setGroupID(permission.name());
    wire.setMode(permission.mode().name());
    return wire;
  }

  static ArrayOfTPermissionReturn of(List<PermissionDetail> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTPermissionReturn array = new ArrayOfTPermissionReturn();
    for (PermissionDetail file : files) {
      TPermissionReturn wire = file(file.surl().text(), file.status());
      file.permissions().ifPresent(permissions -> describe(wire, permissions));
      array.getPermissionArray().add(wire);
    }
    return array;
  }

  static ArrayOfTPermissionReturn refused(ArrayOfAnyURI surls, ReturnStatus status) {
    if (surls == null || surls.getUrlArray().isEmpty()) {
      return null;
    }
    ArrayOfTPermissionReturn array = new ArrayOfTPermissionReturn();
    surls.getUrlArray().forEach(surl -> array.getPermissionArray().add(file(surl, status)));
    return array;
  }

  private static TPermissionReturn file(String surl, ReturnStatus status) {
    TPermissionReturn wire = new TPermissionReturn();
    wire.setSurl(surl);
    wire.setStatus(ReplyFields.status(status));
    return wire;
  }

  private static void describe(TPermissionReturn wire, FilePermissions permissions) {
    wire.setOwner(permissions.owner().name());
    wire.setOwnerPermission(permissions.owner().mode().name());
    if (!permissions.users().isEmpty()) {
      ArrayOfTUserPermission users = new ArrayOfTUserPermission();
      permissions.users().forEach(entry -> users.getUserPermissionArray().add(user(entry)));
      wire.setArrayOfUserPermissions(users);
    }
    if (!permissions.groups().isEmpty()) {
      ArrayOfTGroupPermission groups = new ArrayOfTGroupPermission();
      permissions.groups().forEach(entry -> groups.getGroupPermissionArray().add(group(entry)));
      wire.setArrayOfGroupPermissions(groups);
    }
    wire.setOtherPermission(permissions.other().name());
  }

  static ArrayOfTSURLPermissionReturn rights(List<EffectiveRight> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTSURLPermissionReturn array = new ArrayOfTSURLPermissionReturn();
    for (EffectiveRight file : files) {
      TSURLPermissionReturn wire = right(file.surl().text(), file.status());
      wire.setPermission(file.mode().map(Enum::name).orElse(null));
      array.getSurlPermissionArray().add(wire);
    }
    return array;
  }

  static ArrayOfTSURLPermissionReturn rightsRefused(ArrayOfAnyURI surls, ReturnStatus status) {
    if (surls == null || surls.getUrlArray().isEmpty()) {
      return null;
    }
    ArrayOfTSURLPermissionReturn array = new ArrayOfTSURLPermissionReturn();
    surls.getUrlArray().forEach(surl -> array.getSurlPermissionArray().add(right(surl, status)));
    return array;
  }

  private static TSURLPermissionReturn right(String surl, ReturnStatus status) {
    TSURLPermissionReturn wire = new TSURLPermissionReturn();
    wire.setSurl(surl);
    wire.setStatus(ReplyFields.status(status));
    return wire;
  }
}
