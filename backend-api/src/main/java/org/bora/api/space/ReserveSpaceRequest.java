package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * srmReserveSpace (GFD.129 section 2.1). Sizes in bytes; lifetime in seconds, -1 for ever.
 *
 * @param retention absent: SRM_INVALID_REQUEST
 * @param total absent: the guaranteed size
 * @param guaranteed absent: SRM_INVALID_REQUEST
 * @param lifetime absent: the server's default
 * @param protocols transfer protocols in the client's order of preference; empty: any
 */
public record ReserveSpaceRequest(
    String description,
    Optional<RetentionPolicyInfo> retention,
    OptionalLong total,
    OptionalLong guaranteed,
    OptionalInt lifetime,
    List<Long> expectedFileSizes,
    List<String> protocols) {

  public ReserveSpaceRequest {
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(total, "total");
    Objects.requireNonNull(guaranteed, "guaranteed");
    Objects.requireNonNull(lifetime, "lifetime");
    expectedFileSizes = List.copyOf(expectedFileSizes);
    protocols = List.copyOf(protocols);
  }
}
