package org.bora.backend.operation.put;

import java.util.Objects;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.space.SpaceBooks;

/**
 * Where the bytes of puts are entered, and how many their owners may have.
 *
 * @param spaces of areas and reservations
 */
record PutBooks(SpaceBooks spaces, Quotas quotas) {
  PutBooks {
    Objects.requireNonNull(spaces, "spaces");
    Objects.requireNonNull(quotas, "quotas");
  }
}
