package org.bora.it.conformance;

import java.util.Collection;

/** A table says something the engine does not understand. */
final class UnknownWord extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnknownWord(String word, String what, Collection<String> known) {
    super("unknown word '" + word + "'; " + what + " " + String.join(", ", known));
  }
}
