package org.bora.api.request;

import java.util.Objects;

/** A question or an order about one earlier request as a whole. */
public record TokenRequest(String token) {
  public TokenRequest {
    Objects.requireNonNull(token, "token");
  }
}
