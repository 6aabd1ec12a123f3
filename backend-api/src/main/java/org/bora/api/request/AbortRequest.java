package org.bora.api.request;

import java.util.Objects;

/** srmAbortRequest. */
public record AbortRequest(String token) {

  public AbortRequest {
    Objects.requireNonNull(token, "token");
  }
}
