package org.bora.backend.space;

import java.time.Instant;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;

/** Finds the space that a call names, for what writes into it. Thread safe; may block. */
public interface SpaceLookup {

  /** The space, or why the caller has no access to it. */
  sealed interface Found {
    record Yes(Space space) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  /**
   * A space that may be written to, else SRM_INVALID_REQUEST for a token that is unknown or was
   * released, SRM_SPACE_LIFETIME_EXPIRED, SRM_AUTHORIZATION_FAILURE.
   */
  Found find(Caller caller, String token, Instant now);
}
