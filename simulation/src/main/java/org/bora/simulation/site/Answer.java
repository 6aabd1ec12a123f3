package org.bora.simulation.site;

import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.word.Reply;

/** What a caller gets as the result of a call. */
sealed interface Answer<R extends Reply> {

  /** The reply; empty if there is none. */
  default Optional<R> heard() {
    return this instanceof Told<R>(R reply) ? Optional.of(reply) : Optional.empty();
  }

  /** A reply of the operation. */
  record Told<R extends Reply>(R reply) implements Answer<R> {}

  /** The backend reports that it failed. */
  record Failed<R extends Reply>(BackendFailure failure) implements Answer<R> {}

  /** The frontend does not admit the caller; nothing is done. */
  record Refused<R extends Reply>() implements Answer<R> {}

  /** No answer came; it is unknown what was done. */
  record Silence<R extends Reply>() implements Answer<R> {}
}
