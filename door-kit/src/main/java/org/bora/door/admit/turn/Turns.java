package org.bora.door.admit.turn;

import org.bora.api.word.Call;

/**
 * Says when a call may ask the backend. The second step of admission, after the request is known
 * and sound; the first ({@link org.bora.door.admit.Admission}) bounds how many calls there are at
 * all, and by that how many wait here.
 *
 * <p>Each class of work has so many places as its backend serves without getting slow, which is
 * measured all the time. A call that finds none waits in line: virtual organisations take turns by
 * their weights, the callers (certificate subjects) of one take turns among themselves, and a
 * caller's calls follow each other. So what a caller gets depends on how many callers there are,
 * never on how many calls another one makes.
 *
 * <p>Thread safe. Called on the virtual thread of a call that is about to ask the backend, and
 * never while a turn is held already: that could wait for itself.
 */
public interface Turns {

  /**
   * Blocks until it is this call's turn; not at all where there is a place, or where the wait would
   * be longer than the call has time or {@link TurnSettings#patience} allows. An interrupt ends the
   * wait with a refusal and stays set. What is held must be closed on every way.
   */
  Turn take(Call call, Work work);
}
