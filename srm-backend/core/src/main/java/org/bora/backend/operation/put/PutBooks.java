package org.bora.backend.operation.put;

import java.util.Objects;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.space.SpaceBooks;

/**
 * The books for the bytes of puts, and the limits of their owners.
 *
 * @param spaces of areas and reservations
 */
record PutBooks(SpaceBooks spaces, Quotas quotas) {
  PutBooks {
    Objects.requireNonNull(spaces, "spaces");
    Objects.requireNonNull(quotas, "quotas");
  }
}
