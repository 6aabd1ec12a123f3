package org.bora.port;

import java.time.Duration;

/** A request on its way in. A request has it under {@link #ATTRIBUTE}. */
public interface Sending {

  /** Name of the request attribute. */
  String ATTRIBUTE = "org.bora.door.sending";

  /**
   * Shortens the time in which the rest of the request must arrive. Reads fail with a {@link
   * java.util.concurrent.TimeoutException} as their cause when the time is over.
   *
   * @param time from now on; without effect where the request has less
   */
  void within(Duration time);

  /**
   * Shortens the wait for the next bytes alone: without effect on those after them.
   *
   * @param time from now on; without effect where the request has less
   */
  void nextWithin(Duration time);

  /** Whether a connection may stay. If not, it must close with the answer to its request. */
  enum Stay {
    /** The request may be served. */
    YES,
    /** All other connections of the caller are at work: nothing may be done for the request. */
    TOO_MANY,
    /**
     * It was told to end before its request had come, for another reason: nothing may be done for
     * the request, which may be sent again on another connection.
     */
    ENDING
  }

  /**
   * Tells whose the connection is, where the request says so and the handshake does not. From now
   * on it counts against the caller's bound, and may end another connection of that caller. Where
   * all of these are at work, waits a second for one that is not.
   *
   * @param caller equal for the requests of one caller; only the first of a connection counts
   */
  Stay comesFrom(String caller);
}
