package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Objects;

/** The result of {@link Turns#take}. */
public sealed interface Turn {

  /** The call may use the backend now. Belongs to one thread; closing it again does nothing. */
  non-sealed interface Held extends Turn, AutoCloseable {

    /**
     * The backend did not answer normally: the duration does not indicate its load.
     *
     * @param late whether it gave no answer in time, which indicates overload
     */
    void failed(boolean late);

    /** The answer is there; the place goes to the next call. */
    @Override
    void close();
  }

  /**
   * The call gets no turn, or not in time; it holds nothing.
   *
   * @param own whether the caller's own calls are the reason, rather than those of others
   * @param retryIn estimated time until the waiting calls have been served, different for each
   *     client so that they do not all return together
   */
  record Refused(boolean own, Duration retryIn) implements Turn {

    public Refused {
      Objects.requireNonNull(retryIn, "retryIn");
    }
  }
}
