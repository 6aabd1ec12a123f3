package org.bora.backend.serve;

import java.util.Objects;

/**
 * What is believed of something that is looked at again and again: it changes only when several
 * looks in a row say so, or one that failed would send all calls elsewhere, and one that did not
 * would call them back.
 *
 * @param well what is believed
 * @param against looks in a row that said otherwise
 * @param needed how many of these change the belief
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
