package org.bora.backend.authorise;

import java.util.List;
import java.util.Optional;

/**
 * A decision with its grounds, for administrators: it names people and files.
 *
 * @param decision what callers are told
 * @param passed the rules that were looked at and did not decide, in order
 * @param decider the rule that decided; empty where none did, or where listing is implied
 */
public record Explanation(Decision decision, List<Passed> passed, Optional<Rule> decider) {

  /** A rule that did not decide; {@code why} says why, in a few words. */
  public record Passed(Rule rule, String why) {}

  public Explanation {
    passed = List.copyOf(passed);
  }

  /** The rule that decided with its place in the configuration, in one line. */
  public String ground() {
    return decider
        .map(rule -> rule.origin() + ": " + rule)
        .orElse("no rule (" + decision.reason() + ")");
  }
}
