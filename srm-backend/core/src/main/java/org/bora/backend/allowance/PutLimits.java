package org.bora.backend.allowance;

import java.util.Objects;

/**
 * What limits puts, beside the room that there is.
 *
 * @param open what open puts may hold
 * @param quotas what users and organisations may have in all
 */
public record PutLimits(PutAllowance open, Quotas quotas) {
  public PutLimits {
    Objects.requireNonNull(open, "open");
    Objects.requireNonNull(quotas, "quotas");
  }
}
