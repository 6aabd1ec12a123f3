package org.bora.api.permission;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.directory.Permission;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.Surl;

/**
 * srmSetPermission.
 *
 * @param owner bits of the owner; absent: unchanged
 * @param other bits of all others; absent: unchanged
 * @param users entries of users other than the owner
 * @param groups entries of groups; one entry named {@code -} or like the file's own group is the
 *     owning group
 */
public record SetPermissionRequest(
    Surl surl,
    PermissionType type,
    Optional<PermissionMode> owner,
    Optional<PermissionMode> other,
    List<Permission> users,
    List<Permission> groups) {

  public SetPermissionRequest {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(other, "other");
    users = List.copyOf(users);
    groups = List.copyOf(groups);
  }
}
