package org.bora.backend.operation.permission;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.storage.spi.Acl;

/**
 * The rights of a request, with numbers of accounts.
 *
 * @param owner absent: unchanged; the same applies to the others
 * @param users of named users, by number
 * @param groups of named groups, by number
 */
record WantedRights(
    Optional<PermissionMode> owner,
    Optional<PermissionMode> group,
    Optional<PermissionMode> other,
    Map<Integer, PermissionMode> users,
    Map<Integer, PermissionMode> groups) {

  WantedRights {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(other, "other");
    users = Map.copyOf(users);
    groups = Map.copyOf(groups);
  }

  /**
   * The list after the change. It starts from the effective rights, so that no entry becomes
   * effective that a mask had restricted; the new mask is the union of the group class.
   */
  Acl applied(Acl before, PermissionType type) {
    Acl acl = before.effective();
    if (owner.isPresent()) {
      acl = acl.withOwner(digit(type, acl.owner(), owner.get()));
    }
    if (other.isPresent()) {
      acl = acl.withOther(digit(type, acl.other(), other.get()));
    }
    for (Map.Entry<Integer, PermissionMode> user : users.entrySet()) {
      int uid = user.getKey();
      acl =
          type == PermissionType.REMOVE
              ? acl.withoutUser(uid)
              : acl.withUser(uid, digit(type, acl.user(uid).orElse(0), user.getValue()));
    }
    for (Map.Entry<Integer, PermissionMode> named : groups.entrySet()) {
      int gid = named.getKey();
      acl =
          type == PermissionType.REMOVE
              ? acl.withoutNamedGroup(gid)
              : acl.withNamedGroup(
                  gid, digit(type, acl.namedGroup(gid).orElse(0), named.getValue()));
    }
    // last: a digit for the owning group alone must not be cut by a mask that goes
    return group.isPresent() ? acl.withGroup(digit(type, acl.group(), group.get())) : acl;
  }

  /**
   * REMOVE ignores the mode (GFD.129 3.1.2 h): the named users and groups have no rights
   * afterwards.
   */
  private static int digit(PermissionType type, int before, PermissionMode wanted) {
    return switch (type) {
      case ADD -> before | wanted.bits();
      case REMOVE -> 0;
      case CHANGE -> wanted.bits();
    };
  }
}
