package org.bora.backend.desk;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One file of a request.
 *
 * @param state as stored; if its time has already ended, {@code told} says so
 * @param told explanation of the state; may be empty
 * @param size in bytes, if known
 * @param waitsFor what it waits for, while it waits
 * @param began when its TURL was given, its copy began, or its recall from tape began
 * @param ended when its wait for a pin ended, or when the put ended
 * @param until end of its pin, or deadline of srmPutDone
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
