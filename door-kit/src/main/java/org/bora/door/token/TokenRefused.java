package org.bora.door.token;

import java.util.Objects;

/** A refused token; the message names the claim that failed, for client and log. */
public final class TokenRefused extends Exception {
  private static final long serialVersionUID = 1L;

  public TokenRefused(String reason) {
    super(Objects.requireNonNull(reason, "reason"), null, false, false);
  }
}
