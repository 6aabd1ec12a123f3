package org.bora.backend.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.bora.storage.spi.Acl;

/** Computes the access control list that follows from the grants on a file. Pure. */
final class GrantedRights {
  private GrantedRights() {}

  /**
   * The list with live grants and without expired ones. An entry that another program has changed
   * meanwhile belongs to that program: live grants are added, and the entry is not removed.
   */
  static Acl adjusted(Acl acl, List<AclGrant> grants) {
    Map<Integer, Rights> accounts = new LinkedHashMap<>();
    for (AclGrant grant : grants) {
      accounts.merge(grant.uid(), Rights.of(grant), Rights::and);
    }
    Acl adjusted = acl;
    for (Map.Entry<Integer, Rights> account : accounts.entrySet()) {
      adjusted = account.getValue().applied(adjusted, account.getKey());
    }
    return adjusted;
  }

  /**
   * The combined grants of one account.
   *
   * @param live rights of grants whose pin or put is active
   * @param all rights of active and ended grants
   */
  private record Rights(int live, int all, OptionalInt before) {
    static Rights of(AclGrant grant) {
      return new Rights(grant.live() ? grant.digit() : 0, grant.digit(), grant.before());
    }

    Rights and(Rights other) {
      return new Rights(live | other.live, all | other.all, before);
    }

    Acl applied(Acl acl, int uid) {
      OptionalInt current = acl.user(uid);
      if (live != 0) {
        int effective = acl.effective().user(uid).orElse(0);
        boolean enough = current.isPresent() && (effective & live) == live;
        return enough ? acl : acl.withUser(uid, current.orElse(0) | live);
      }
      boolean ours = current.isPresent() && current.getAsInt() == (before.orElse(0) | all);
      if (!ours) {
        return acl;
      }
      return before.isPresent() ? acl.withUser(uid, before.getAsInt()) : acl.withoutUser(uid);
    }
  }
}
