package org.bora.api.accesskey;

import java.util.Objects;

/**
 * Asks for a change of an access key of the caller.
 *
 * @param id of the key
 */
public record ChangeAccessKeyRequest(String id, Change change) {

  /** What can be changed. */
  public enum Change {
    /** Allows its use again. */
    ENABLE,
    /** Refuses its use until it is enabled. */
    DISABLE,
    /** Gives it a new secret; the old one is refused from then on. */
    ROTATE,
    /** Lets it last as long as a new one. */
    RENEW,
    /** Removes it for good. */
    REMOVE
  }

  public ChangeAccessKeyRequest {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(change, "change");
  }
}
