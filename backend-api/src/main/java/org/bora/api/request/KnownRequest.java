package org.bora.api.request;

import java.time.Instant;
import java.util.Objects;

/** A request of the caller (TRequestTokenReturn). */
public record KnownRequest(String token, Instant createdAt) {

  public KnownRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(createdAt, "createdAt");
  }
}
