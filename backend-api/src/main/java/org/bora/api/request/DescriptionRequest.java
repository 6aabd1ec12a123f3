package org.bora.api.request;

import java.util.Objects;
import java.util.Optional;

/**
 * Asks for the tokens of requests or spaces with this description.
 *
 * @param description empty: all that the caller owns or may use
 */
public record DescriptionRequest(Optional<String> description) {
  public DescriptionRequest {
    Objects.requireNonNull(description, "description");
  }
}
