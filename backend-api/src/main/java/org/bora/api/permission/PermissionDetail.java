package org.bora.api.permission;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * The permissions of one file, or why they are not given (TPermissionReturn).
 *
 * @param permissions absent if the status explains why
 */
public record PermissionDetail(
    Surl surl, ReturnStatus status, Optional<FilePermissions> permissions) {

  public PermissionDetail {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(permissions, "permissions");
  }
}
