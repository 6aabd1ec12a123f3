package org.bora.door.admit.turn;

import java.util.Objects;
import org.bora.api.WorkClass;

/**
 * The work that a call needs from the backend.
 *
 * @param operation its name; times are compared with those of the same operation only
 */
public record Work(String operation, WorkClass kind) {

  public Work {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(kind, "kind");
  }
}
