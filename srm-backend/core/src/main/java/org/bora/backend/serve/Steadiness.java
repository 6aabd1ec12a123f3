package org.bora.backend.serve;

import java.util.Objects;

/**
 * The believed state of something that is checked repeatedly. It changes only after several checks
 * in a row agree; otherwise a single failed check would send all calls elsewhere, and a single
 * success would bring them back.
 *
 * @param well the believed state
 * @param against number of checks in a row that disagree
 * @param needed how many of these change the state
 */
record Steadiness(boolean well, int against, int needed) {

  Steadiness {
    if (needed < 1 || against < 0 || against >= needed) {
      throw new IllegalArgumentException(against + " of " + needed + " looks");
    }
  }

  /** Well until shown otherwise. */
  static Steadiness begin(int needed) {
    return new Steadiness(true, 0, needed);
  }

  /** After another look. */
  Steadiness seen(boolean good) {
    if (good == well) {
      return new Steadiness(well, 0, needed);
    }
    return against + 1 == needed
        ? new Steadiness(good, 0, needed)
        : new Steadiness(well, against + 1, needed);
  }

  /** Whether a look changed the belief. */
  boolean differs(Steadiness before) {
    return well != Objects.requireNonNull(before, "before").well;
  }
}
