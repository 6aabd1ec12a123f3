package org.bora.frontend.admit.poll;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/**
 * A question for the state of something. Two that are equal have the same answer at any moment; the
 * address that a caller calls from changes nothing of it.
 *
 * @param operation what is asked
 * @param question its arguments; equal when they ask the same
 */
public record Poll(String operation, String dn, String issuer, List<Fqan> fqans, Object question) {

  public Poll {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(question, "question");
    fqans = List.copyOf(fqans);
  }

  /** What this caller asks. */
  public static Poll of(String operation, Caller caller, Object question) {
    return new Poll(operation, caller.dn(), caller.issuer(), caller.fqans(), question);
  }
}
