package org.bora.api.space;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * srmUpdateSpace: at least one of the three. Sizes in bytes; lifetime in seconds from now, -1 for
 * ever.
 */
public record UpdateSpaceRequest(
    String spaceToken, OptionalLong total, OptionalLong guaranteed, OptionalInt lifetime) {

  public UpdateSpaceRequest {
    Objects.requireNonNull(spaceToken, "spaceToken");
    Objects.requireNonNull(total, "total");
    Objects.requireNonNull(guaranteed, "guaranteed");
    Objects.requireNonNull(lifetime, "lifetime");
  }
}
