package org.bora.frontend.soap;

import java.util.Objects;
import org.bora.contract.codec.Flaws;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.Access;
import org.bora.door.audit.Attempt;

/**
 * One call, read.
 *
 * @param part of the operation's own type; empty where the request is not to be looked at
 * @param flaws what was wrong with it
 * @param access how it came here
 */
record Incoming(Attempt attempt, Verdict verdict, Object part, Flaws flaws, Access access) {

  Incoming {
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(part, "part");
    Objects.requireNonNull(flaws, "flaws");
    Objects.requireNonNull(access, "access");
  }
}
