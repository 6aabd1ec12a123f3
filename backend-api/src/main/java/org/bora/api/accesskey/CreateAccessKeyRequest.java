package org.bora.api.accesskey;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Asks for a new access key of the caller.
 *
 * @param label what the caller calls it; may be empty
 * @param lifetime in seconds; the longest one that is allowed where it is absent or longer
 * @param name of this request. A client that lost the answer repeats the request with the same
 *     name, and gets the same key with a new secret, as long as the key was not used; so no key is
 *     left whose secret nobody has
 */
public record CreateAccessKeyRequest(String label, OptionalLong lifetime, Optional<String> name) {

  public CreateAccessKeyRequest {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(lifetime, "lifetime");
    Objects.requireNonNull(name, "name");
  }
}
