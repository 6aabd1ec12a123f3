package org.bora.storm.rules;

import java.util.Objects;
import java.util.Optional;

/**
 * Callers whom StoRM's path authorization treats alike.
 *
 * @param who as written in a rule
 * @param group their local group in StoRM; absent if not known
 * @param wary whether a denial for any group applies to them, because they could be in that group
 */
record Principal(String who, Optional<String> group, boolean wary) {

  Principal {
    Objects.requireNonNull(who, "who");
    Objects.requireNonNull(group, "group");
  }
}
