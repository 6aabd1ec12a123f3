package org.bora.api.word;

import java.util.List;
import java.util.Optional;

/** What every reply of a backend has: the status of the call as a whole, and its parts. */
public interface Reply {

  /** Of the whole call. */
  ReturnStatus status();

  /** The request that the reply is about, where it names one. */
  default Optional<String> token() {
    return Optional.empty();
  }

  /** One per file, path or space asked for, in the order asked; empty where there are none. */
  default List<ReturnStatus> statuses() {
    return List.of();
  }
}
