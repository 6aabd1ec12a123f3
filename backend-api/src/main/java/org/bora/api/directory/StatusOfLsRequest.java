package org.bora.api.directory;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * srmStatusOfLsRequest.
 *
 * @param offset children to skip, absent is what the srmLs asked for
 * @param count children to return at most, likewise
 */
public record StatusOfLsRequest(String token, OptionalInt offset, OptionalInt count) {

  public StatusOfLsRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(offset, "offset");
    Objects.requireNonNull(count, "count");
  }
}
