package org.bora.backend.request;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Some of the puts that write names in a directory, in the order of their requests. May be empty
 * though more follow.
 *
 * @param next position after which the others come; empty if these are the last
 */
public record PutPage(List<ActivePut> puts, Optional<PutPosition> next) {

  public PutPage {
    puts = List.copyOf(puts);
    Objects.requireNonNull(next, "next");
  }
}
