package org.bora.api.accesskey;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Asks for a new access key of the caller.
 *
 * @param label name that the caller gives it; may be empty
 * @param lifetime in seconds; if absent or too long, the longest that is allowed
 * @param name of this request. A client that lost the answer repeats the request with the same
 *     name, and gets the same key with a new secret, unless the key has been used; so a lost answer
 *     leaves no key behind whose secret is unknown
 */
public record CreateAccessKeyRequest(String label, OptionalLong lifetime, Optional<String> name) {

  public CreateAccessKeyRequest {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(lifetime, "lifetime");
    Objects.requireNonNull(name, "name");
  }
}
