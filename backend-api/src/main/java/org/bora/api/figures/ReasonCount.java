package org.bora.api.figures;

import java.util.Objects;

/**
 * How many calls were not served for one reason.
 *
 * @param reason name of a {@link RefusalReason}
 * @param total since the start
 */
public record ReasonCount(String reason, long total) {
  public ReasonCount {
    Objects.requireNonNull(reason, "reason");
  }
}
