package org.bora.backend.desk;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One file of a request.
 *
 * @param state as it is stored; what is over by the clock is so told in {@code told}
 * @param told why it is in this state; may be empty
 * @param size bytes, as far as known
 * @param waitsFor what, while it waits
 * @param began when its TURL was given, its copying began, or tape began to be read for it
 * @param ended when its waiting for a pin ended, or the put
 * @param until its pin ends then, or srmPutDone must come before
 * @param target of a copy
 */
public record RequestFileLine(
    int position,
    String surl,
    String state,
    Optional<String> failure,
    String told,
    Optional<Long> size,
    Optional<String> waitsFor,
    Optional<Instant> began,
    Optional<Instant> ended,
    Optional<Instant> until,
    Optional<String> target) {

  public RequestFileLine {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(told, "told");
  }
}
