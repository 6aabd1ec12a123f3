package org.bora.api.space;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.Reply;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;

/**
 * The answer to srmReserveSpace and srmStatusOfReserveSpaceRequest. Sizes in bytes, times in
 * seconds.
 *
 * @param token of the request; absent if the whole request was refused
 * @param spaceToken present once the space exists
 */
public record ReserveSpaceReply(
    ReturnStatus status,
    Optional<String> token,
    OptionalInt estimatedWait,
    Optional<RetentionPolicyInfo> retention,
    OptionalLong total,
    OptionalLong guaranteed,
    OptionalInt lifetime,
    Optional<String> spaceToken)
    implements Reply {

  public ReserveSpaceReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(estimatedWait, "estimatedWait");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(total, "total");
    Objects.requireNonNull(guaranteed, "guaranteed");
    Objects.requireNonNull(lifetime, "lifetime");
    Objects.requireNonNull(spaceToken, "spaceToken");
  }
}
