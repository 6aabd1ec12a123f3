package org.bora.backend.scenario.points;

import java.util.Map;

/** Something that a client wanted done to names, in one call or several attempts. */
final class Deed {
  /** What the client knows of it. */
  enum Outcome {
    UNKNOWN,
    DONE,
    REFUSED
  }

  /** What it does to the contents of files, by name; false where that cannot be. */
  @FunctionalInterface
  interface Effect {
    boolean on(Map<String, String> files);
  }

  final String what;
  final Effect effect;
  final int begun;

  /** When its client knew that it was done. */
  int ended = Integer.MAX_VALUE;

  /** After this it can no longer happen, and no client knows whether it has. */
  int latest = Integer.MAX_VALUE;

  Outcome outcome = Outcome.UNKNOWN;

  Deed(String what, int begun, Effect effect) {
    this.what = what;
    this.begun = begun;
    this.effect = effect;
  }

  @Override
  public String toString() {
    return what + " " + outcome;
  }
}
