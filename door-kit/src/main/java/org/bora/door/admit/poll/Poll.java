package org.bora.door.admit.poll;

import java.util.Objects;
import org.bora.api.word.Caller;

/**
 * A question for the state of something. Two that are equal have the same answer at any moment.
 *
 * @param operation what is asked
 * @param caller with all that rules may look at: attributes, and the address as well
 * @param question its arguments; equal when they ask the same
 */
public record Poll(String operation, Caller caller, Object question) {

  public Poll {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(question, "question");
  }
}
