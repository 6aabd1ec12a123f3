package org.bora.port;

import java.time.Duration;

/** A request that is being received. It is the request's attribute {@link #ATTRIBUTE}. */
public interface Sending {

  /** Name of the request attribute. */
  String ATTRIBUTE = "org.bora.door.sending";

  /**
   * Shortens the time in which the rest of the request must arrive. Reads fail with a {@link
   * java.util.concurrent.TimeoutException} as their cause when the time is over.
   *
   * @param time from now; without effect if the request has less
   */
  void within(Duration time);

  /**
   * Shortens the wait for the next bytes alone: without effect on those after them.
   *
   * @param time from now on; without effect where the request has less
   */
  void nextWithin(Duration time);

  /** Whether a connection may stay open. If not, it closes after the answer to its request. */
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
   * Sets the caller of the connection, if the request identifies it and the handshake does not.
   * From now on the connection counts for the caller's limit, and may close another connection of
   * that caller. If all of these are busy, waits up to a second for one that is not.
   *
   * @param caller equal for all requests of a caller; only the first one of a connection counts
   */
  Stay comesFrom(String caller);
}
