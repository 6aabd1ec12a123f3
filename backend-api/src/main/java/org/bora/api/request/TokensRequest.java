package org.bora.api.request;

import java.util.List;

/** Asks about requests or spaces, by their tokens. */
public record TokensRequest(List<String> tokens) {
  public TokensRequest {
    tokens = List.copyOf(tokens);
  }
}
