package org.bora.door.admit;

import org.bora.door.gsi.Identity;

/**
 * The first step of admission, before the request is read: whether the site serves this caller, and
 * whether there is room for another call. An admitted call then waits for its turn if it needs a
 * backend ({@link org.bora.door.admit.turn.Turns}). Never blocks; thread safe. The endpoint calls
 * it once for each call, when the headers have arrived; the time of the call counts from then.
 * {@link Verdict.Admitted} must be closed when the call has been answered, whatever the answer is.
 */
public interface Admission {

  Verdict admit(Identity identity);
}
