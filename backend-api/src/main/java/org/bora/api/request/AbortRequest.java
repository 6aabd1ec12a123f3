package org.bora.api.request;

import java.util.Objects;
import java.util.Optional;

/**
 * srmAbortRequest.
 *
 * @param orderedBy the administrator who aborts it on behalf of the owner; no door sets it
 * @param reason given by that administrator
 */
public record AbortRequest(String token, Optional<String> orderedBy, Optional<String> reason) {

  public AbortRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(orderedBy, "orderedBy");
    Objects.requireNonNull(reason, "reason");
  }

  /** What its owner wants. */
  public AbortRequest(String token) {
    this(token, Optional.empty(), Optional.empty());
  }

  /**
   * What an administrator wants.
   *
   * @param reason may be empty
   */
  public static AbortRequest ordered(String token, String administrator, String reason) {
    return new AbortRequest(
        token,
        Optional.of(administrator),
        reason.isEmpty() ? Optional.empty() : Optional.of(reason));
  }
}
