package org.bora.frontend.soap;

import java.util.Objects;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.reply.Attempt;

/**
 * One call on its way through the endpoint, handed along as a request attribute.
 *
 * @param body what CXF is to read: the request, or an empty one where it is not to be looked at
 * @param flaws what was wrong with it; also takes what turns up while it is read
 */
record Incoming(Attempt attempt, Verdict verdict, Body body, Flaws flaws) {
  static final String ATTRIBUTE = "org.bora.frontend.incoming";

  Incoming {
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(flaws, "flaws");
  }
}
