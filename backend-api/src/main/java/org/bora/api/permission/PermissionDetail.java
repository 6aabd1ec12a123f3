package org.bora.api.permission;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * Who may do what with a file (TPermissionReturn).
 *
 * @param permissions absent where the status says why
 */
public record PermissionDetail(
    Surl surl, ReturnStatus status, Optional<FilePermissions> permissions) {

  public PermissionDetail {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(permissions, "permissions");
  }
}
