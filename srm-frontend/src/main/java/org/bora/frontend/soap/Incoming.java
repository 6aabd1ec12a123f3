package org.bora.frontend.soap;

import java.util.Objects;
import org.bora.contract.codec.Flaws;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.Access;
import org.bora.door.audit.Attempt;

/**
 * A call that was read.
 *
 * @param part of the operation's own type; empty if the request is not processed
 * @param flaws its errors
 * @param access its caller and connection
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
