package org.bora.backend.bulkhead;

import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.backend.database.OpenTransaction;

/** A thread of the backend that is inside a filesystem, or will be. Used for one call at a time. */
final class FilesystemVisit {

  /** How long a call may take if all is well. */
  enum Length {
    /** It asks for a few blocks of metadata: milliseconds, seconds on a day of repairs. */
    SHORT,
    /** As long as the file is large or the tree is wide: hours say nothing. */
    LONG
  }

  /** What a call does to the filesystem. */
  enum Kind {
    QUESTION,
    /** May change what belongs to another call by then, if the caller waits no more. */
    CHANGE,
    /** Is done whether its caller waits or not. */
    DUTY
  }

  private final Length length;
  private final Kind kind;
  private final Optional<WaitingCaller> caller;

  /** When the call began, in the bulkhead's nanoseconds. */
  private volatile long since;

  FilesystemVisit(Length length, Kind kind) {
    this.length = length;
    this.kind = kind;
    this.caller = WaitingCaller.current();
  }

  void begins(long now) {
    since = now;
  }

  /**
   * Whether it would make a change for a caller that was told to try again, has left, or whose time
   * has passed. Such a late change could remove a file that another caller has written meanwhile.
   * Work within an open transaction is finished, because its row is locked.
   */
  boolean isForNobody() {
    return kind == Kind.CHANGE
        && caller.isPresent()
        && caller.get().isOver()
        && !OpenTransaction.isOpen();
  }

  /** Whether it would change something under locks that may be another backend's by now. */
  boolean hasLostItsLocks() {
    return kind != Kind.QUESTION && !OpenTransaction.holdsItsLocks();
  }

  /** Whether it would change something under a claim that has run out. */
  boolean hasLostItsClaim() {
    return kind != Kind.QUESTION && !TimedClaim.holds();
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

  /** Tells the waiting caller that there will be no answer soon. */
  void tell(BackendFailure failure) {
    if (caller.isPresent()) {
      caller.get().tell(failure);
    }
  }
}
