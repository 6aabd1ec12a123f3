package org.bora.api.request;

import java.util.Objects;

/** Asks about, or changes, one earlier request as a whole. */
public record TokenRequest(String token) {
  public TokenRequest {
    Objects.requireNonNull(token, "token");
  }
}
