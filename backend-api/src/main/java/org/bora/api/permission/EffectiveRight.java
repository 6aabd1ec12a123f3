package org.bora.api.permission;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * What the caller may do with a file (TSURLPermissionReturn).
 *
 * @param mode absent if the status explains why
 */
public record EffectiveRight(Surl surl, ReturnStatus status, Optional<PermissionMode> mode) {

  public EffectiveRight {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(mode, "mode");
  }
}
