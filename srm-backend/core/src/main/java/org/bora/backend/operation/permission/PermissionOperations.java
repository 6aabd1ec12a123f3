package org.bora.backend.operation.permission;

import org.bora.api.Catalogue;
import org.bora.api.Functions;

/** The three permission functions (GFD.129 section 3). Thread safe. */
public final class PermissionOperations {

  private PermissionOperations() {}

  public static Functions of(SetPermission set, GetPermission get, CheckPermission check) {
    return Functions.of(Catalogue.SET_PERMISSION, set::setPermission)
        .and(Catalogue.GET_PERMISSION, (call, of) -> get.getPermission(call, of.surls()))
        .and(Catalogue.CHECK_PERMISSION, (call, of) -> check.checkPermission(call, of.surls()));
  }
}
