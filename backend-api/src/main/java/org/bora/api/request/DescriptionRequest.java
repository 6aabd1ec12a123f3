package org.bora.api.request;

import java.util.Objects;
import java.util.Optional;

/**
 * Asks for the tokens of what has this description.
 *
 * @param description empty asks for all that the caller has, or may use
 */
public record DescriptionRequest(Optional<String> description) {
  public DescriptionRequest {
    Objects.requireNonNull(description, "description");
  }
}
