package org.bora.door.admit.turn;

import org.bora.api.word.Call;

/**
 * Decides when a call may use the backend. This is the second step of admission, after the request
 * has been read and checked. The first one ({@link org.bora.door.admit.Admission}) limits the
 * number of calls, and thereby how many wait here.
 *
 * <p>Each class of work has as many places as the backend serves without becoming slow, which is
 * measured continuously. A call without a place waits: virtual organisations take turns by weight,
 * the callers (certificate subjects) of one organisation take turns, and the calls of one caller
 * keep their order. So the share of a caller depends on the number of callers, never on the number
 * of calls of another caller.
 *
 * <p>Thread safe. Called on the virtual thread of a call that needs the backend, and never while it
 * already holds a turn, because it could wait for itself.
 */
public interface Turns {

  /**
   * Blocks until it is this call's turn. Returns at once if there is a place, or if the wait would
   * exceed the call's time or {@link TurnSettings#patience}. An interrupt ends the wait with a
   * refusal and stays set. The result must always be closed.
   */
  Turn take(Call call, Work work);
}
