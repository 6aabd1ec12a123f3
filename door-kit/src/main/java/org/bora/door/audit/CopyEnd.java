package org.bora.door.audit;

import java.util.Objects;
import java.util.Optional;

/**
 * The end of a copy between this service and another server.
 *
 * @param from a SURL, or the URL of the other side without its query
 * @param to the same
 * @param bytes that were copied
 * @param failure why it failed; empty if it succeeded
 */
public record CopyEnd(String from, String to, long bytes, Optional<String> failure) {
  public CopyEnd {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(failure, "failure");
  }
}
