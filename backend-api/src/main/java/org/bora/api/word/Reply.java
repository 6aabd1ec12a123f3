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

  /**
   * One per requested file, path or space, in the order of the request; empty if there are none.
   */
  default List<ReturnStatus> statuses() {
    return List.of();
  }
}
