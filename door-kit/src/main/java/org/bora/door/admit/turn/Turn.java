package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Objects;

/** What {@link Turns#take} says. */
public sealed interface Turn {

  /** The backend may be asked now. Belongs to one thread; closing it again does nothing. */
  non-sealed interface Held extends Turn, AutoCloseable {

    /**
     * The backend did not answer as backends do: how long it took says nothing of its load.
     *
     * @param late whether it gave no answer in the time it had, which says that too much was asked
     */
    void failed(boolean late);

    /** The answer is there; the place goes to the next call. */
    @Override
    void close();
  }

  /**
   * No turn, now or in time; nothing is held.
   *
   * @param own whether the caller's own calls are in the way, rather than those of others
   * @param retryIn when the calls that are waiting now will have been served, more or less: not the
   *     same for everyone, or all would come back together
   */
  record Refused(boolean own, Duration retryIn) implements Turn {

    public Refused {
      Objects.requireNonNull(retryIn, "retryIn");
    }
  }
}
