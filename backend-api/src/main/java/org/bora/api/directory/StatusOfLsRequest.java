package org.bora.api.directory;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * srmStatusOfLsRequest.
 *
 * @param offset children to skip, of those that the srmLs asked for; absent: 0
 * @param count children to return at most; absent or 0: all
 */
public record StatusOfLsRequest(String token, OptionalInt offset, OptionalInt count) {

  public StatusOfLsRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(offset, "offset");
    Objects.requireNonNull(count, "count");
  }
}
