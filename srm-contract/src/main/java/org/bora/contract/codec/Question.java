package org.bora.contract.codec;

import java.util.Objects;

/**
 * The part of a call, read.
 *
 * @param part of the operation's own type; empty where the request is not to be looked at
 * @param flaws what was wrong with it
 */
public record Question(Object part, Flaws flaws) {
  public Question {
    Objects.requireNonNull(part, "part");
    Objects.requireNonNull(flaws, "flaws");
  }
}
