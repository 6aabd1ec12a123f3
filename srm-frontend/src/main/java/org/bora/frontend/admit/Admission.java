package org.bora.frontend.admit;

import org.bora.frontend.gsi.Identity;

/**
 * Decides, before any work is done, whether a call is let in. Never blocks; thread safe. Whoever is
 * told {@link Verdict.Admitted} must close it when the call is answered, whatever the answer.
 */
public interface Admission {

  Verdict admit(Identity identity);
}
