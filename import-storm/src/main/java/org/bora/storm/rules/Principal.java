package org.bora.storm.rules;

import java.util.Objects;
import java.util.Optional;

/**
 * Callers whom StoRM's path authorization treats alike.
 *
 * @param who as a rule writes it
 * @param group the local group they have there; absent where it is not known
 * @param wary whether lines that deny something to some group deny it to them: they could be in it
 */
record Principal(String who, Optional<String> group, boolean wary) {

  Principal {
    Objects.requireNonNull(who, "who");
    Objects.requireNonNull(group, "group");
  }
}
