package org.bora.backend.bulkhead;

import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.backend.database.OpenTransaction;

/** A thread of the backend inside a filesystem, or about to be. Used for one call at a time. */
final class Visit {

  /** How long a call may take where nothing is wrong. */
  enum Length {
    /** It asks for a few blocks of metadata: milliseconds, seconds on a day of repairs. */
    SHORT,
    /** As long as the file is large or the tree is wide: hours say nothing. */
    LONG
  }

  private final Length length;
  private final boolean changes;
  private final Optional<WaitingCaller> caller;

  /** When the call began, in the bulkhead's nanoseconds. */
  private volatile long since;

  /**
   * @param changes whether it changes what may be somebody else's by the time it is made
   */
  Visit(Length length, boolean changes) {
    this.length = length;
    this.changes = changes;
    this.caller = WaitingCaller.current();
  }

  void begins(long now) {
    since = now;
  }

  /**
   * Whether it would change something for a caller who was told to try again, who has left, or
   * whose time has passed: what he removed since, and somebody wrote anew, would be removed once
   * more. A transaction that is open comes to its end, for its row is locked.
   */
  boolean isForNobody() {
    return changes && caller.isPresent() && caller.get().isOver() && !OpenTransaction.isOpen();
  }

  boolean hasBegunSince(long then) {
    return since - then > 0;
  }

  boolean isShort() {
    return length == Length.SHORT;
  }

  boolean hasLasted(long nanos, long now) {
    return now - since > nanos;
  }

  /** Tells who waits for it that it will not be answered soon. */
  void tell(BackendFailure failure) {
    if (caller.isPresent()) {
      caller.get().tell(failure);
    }
  }
}
