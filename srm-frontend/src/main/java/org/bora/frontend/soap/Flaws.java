package org.bora.frontend.soap;

import java.util.Optional;

/** The first thing wrong with a request. Of one call, and confined to its thread. */
final class Flaws {
  private String first;

  void add(String flaw) {
    if (first == null) {
      first = flaw;
    }
  }

  Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
