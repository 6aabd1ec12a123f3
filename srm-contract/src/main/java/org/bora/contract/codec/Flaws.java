package org.bora.contract.codec;

import java.util.Optional;

/** The first thing wrong with a request. Of one call, and confined to its thread. */
public final class Flaws {
  /** Some quote what the client sent, which may be megabytes. */
  private static final int LONGEST = 400;

  private String first;

  public void add(String flaw) {
    if (first == null) {
      first = flaw.length() > LONGEST ? flaw.substring(0, LONGEST) + "..." : flaw;
    }
  }

  public Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
