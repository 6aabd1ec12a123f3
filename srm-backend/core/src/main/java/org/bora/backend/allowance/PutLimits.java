package org.bora.backend.allowance;

import java.util.Objects;

/**
 * The limits of puts, besides free space.
 *
 * @param open limits of open puts
 * @param quotas total limits of users and organisations
 */
public record PutLimits(PutAllowance open, Quotas quotas) {
  public PutLimits {
    Objects.requireNonNull(open, "open");
    Objects.requireNonNull(quotas, "quotas");
  }
}
