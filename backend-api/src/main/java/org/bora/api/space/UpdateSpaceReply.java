package org.bora.api.space;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The answer to srmUpdateSpace and srmStatusOfUpdateSpaceRequest. Sizes in bytes, lifetime in
 * seconds.
 *
 * @param token of the request; absent if the whole request was refused
 */
public record UpdateSpaceReply(
    ReturnStatus status,
    Optional<String> token,
    OptionalLong total,
    OptionalLong guaranteed,
    OptionalInt lifetime)
    implements Reply {

  public UpdateSpaceReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(total, "total");
    Objects.requireNonNull(guaranteed, "guaranteed");
    Objects.requireNonNull(lifetime, "lifetime");
  }
}
