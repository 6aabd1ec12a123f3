package org.bora.simulation.site;

import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.word.Reply;

/** What a caller hears. */
sealed interface Answer<R extends Reply> {

  /** Empty where there is none. */
  default Optional<R> heard() {
    return this instanceof Told<R>(R reply) ? Optional.of(reply) : Optional.empty();
  }

  /** An answer of the operation. */
  record Told<R extends Reply>(R reply) implements Answer<R> {}

  /** The backend says that it could not. */
  record Failed<R extends Reply>(BackendFailure failure) implements Answer<R> {}

  /** The frontend does not let the caller in: nothing is done. */
  record Refused<R extends Reply>() implements Answer<R> {}

  /** Nothing came: nobody knows what was done. */
  record Silence<R extends Reply>() implements Answer<R> {}
}
