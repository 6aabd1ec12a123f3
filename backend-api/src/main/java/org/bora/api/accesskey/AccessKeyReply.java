package org.bora.api.accesskey;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * Access keys of the caller.
 *
 * @param keys all keys, or the one that was made or changed; empty if the call was refused
 * @param secret of the key that was made or rotated; no other answer contains it
 */
public record AccessKeyReply(ReturnStatus status, List<AccessKey> keys, Optional<String> secret)
    implements Reply {

  public AccessKeyReply {
    Objects.requireNonNull(status, "status");
    keys = List.copyOf(keys);
    Objects.requireNonNull(secret, "secret");
  }

  /** An answer without a secret. */
  public AccessKeyReply(ReturnStatus status, List<AccessKey> keys) {
    this(status, keys, Optional.empty());
  }

  /** Tells of the keys, never of the secret. */
  @Override
  public String toString() {
    return status + " " + keys + (secret.isPresent() ? " with a secret" : "");
  }
}
