package org.bora.api.permission;

import java.util.List;
import java.util.Objects;
import org.bora.api.directory.Permission;
import org.bora.api.word.PermissionMode;

/**
 * The permissions of a file or directory.
 *
 * @param owner name of the owner for people to read, as srmLs gives it
 * @param users entries of users other than the owner
 * @param groups the owning group first, then entries of other groups
 */
public record FilePermissions(
    Permission owner, List<Permission> users, List<Permission> groups, PermissionMode other) {

  public FilePermissions {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(other, "other");
    users = List.copyOf(users);
    groups = List.copyOf(groups);
  }
}
