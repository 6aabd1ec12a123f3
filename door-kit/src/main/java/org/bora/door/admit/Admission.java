package org.bora.door.admit;

import org.bora.door.gsi.Identity;

/**
 * The first step of admission, before the request is read: does the site serve this caller, and is
 * there room for one more call. What is let in then waits for its turn where it needs a backend
 * ({@link org.bora.door.admit.turn.Turns}). Never blocks; thread safe. Called by the endpoint once
 * for each call, when its headers are there: its time counts from then. A caller that is told
 * {@link Verdict.Admitted} must close it when the call is answered, whatever the answer.
 */
public interface Admission {

  Verdict admit(Identity identity);
}
