package org.bora.door.admit.poll;

import java.util.Objects;
import org.bora.api.word.Caller;

/**
 * A status poll. Equal polls have the same answer at any moment.
 *
 * @param operation the operation
 * @param caller with everything that rules may use: attributes, and also the address
 * @param question its arguments
 */
public record Poll(String operation, Caller caller, Object question) {

  public Poll {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(question, "question");
  }
}
