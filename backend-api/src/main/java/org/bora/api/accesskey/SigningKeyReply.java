package org.bora.api.accesskey;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * A signing key, or why there is none. SRM_AUTHENTICATION_FAILURE: the access key is unknown,
 * disabled or has ended. SRM_AUTHORIZATION_FAILURE: its owner is banned or has no local account.
 *
 * @param key present where the status is SRM_SUCCESS
 */
public record SigningKeyReply(ReturnStatus status, Optional<SigningKey> key) implements Reply {

  public SigningKeyReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(key, "key");
  }
}
