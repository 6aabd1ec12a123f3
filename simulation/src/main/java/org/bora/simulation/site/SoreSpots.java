package org.bora.simulation.site;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.bora.simulation.schedule.Choices;

/**
 * Where a trouble is most likely to show a fault: between a change of the disk and the commit that
 * tells of it, between a commit and its answer, right before a change that is made under a claim,
 * and at a statement or call that has hardly been met in this run. Two of three sites have them.
 */
final class SoreSpots {
  /** So often met a place is new. */
  private static final int NEW = 3;

  /** One in so many new ones. */
  private static final int AT_NEW = 40;

  /** So much more often than at any commit. */
  private static final int BETWEEN = 2;

  /** One in so many changes under a claim, where a backend stands still that was given up. */
  private static final int MEETING = 3;

  /** In every second site one in so many changes under a claim is one before which it is lost. */
  private static final int LEAST_OUTLASTING = 10;

  private static final int MOST_OUTLASTING = 20;

  /** So much less often than at any commit: a lone client hears nothing of it. */
  private static final int LESS = 3;

  /** What is done on disk under a claim that the database gave. */
  private static final Set<String> CLAIMED =
      Set.of(
          "publishUpload",
          "withdrawUpload",
          "discardUpload",
          "rename",
          "removeFile",
          "carryOut",
          "finishRecall",
          "noteTapeCopy");

  private final Choices choices;
  private final boolean present;
  private final int usual;
  private final int outlasting;

  /** Whether each kind of change under a claim is chosen as often as any other. */
  private final boolean even;

  private final Kinds outlasted = new Kinds();
  private final Kinds struck = new Kinds();
  private final Map<String, Integer> met = new HashMap<>();
  private final ThreadLocal<Way> ways = ThreadLocal.withInitial(Way::new);

  /** Where a thread has been. */
  private static final class Way {
    private String last = "";
    private boolean changed;
    private boolean committed;
  }

  /**
   * @param usual one in so many commits is where something happens
   */
  SoreSpots(Choices choices, int usual) {
    this.choices = choices;
    this.usual = usual;
    this.present = choices.below(3) > 0;
    this.outlasting =
        choices.below(2) == 0
            ? usual
            : LEAST_OUTLASTING + choices.below(MOST_OUTLASTING - LEAST_OUTLASTING);
    this.even = choices.below(2) == 0;
  }

  private boolean oneIn(int many) {
    return choices.below(Math.max(2, many)) == 0;
  }

  private boolean isChosen(Kinds kinds, String name, int many) {
    return oneIn(even ? kinds.oneIn(name, many) : many);
  }

  private boolean isNew(Way way, String place) {
    String pair = way.last + " > " + place;
    way.last = place;
    return met.merge(pair, 1, Integer::sum) <= NEW && oneIn(AT_NEW);
  }

  /** Whether something happens before a statement, or a commit. */
  boolean atStatement(String text, boolean commit) {
    if (!present) {
      return false;
    }
    Way way = ways.get();
    boolean isNew = isNew(way, text);
    boolean between = commit && way.changed && oneIn(usual / BETWEEN);
    if (commit) {
      way.committed = true;
      way.changed = false;
    }
    return isNew || between;
  }

  /** Whether something happens before a call of the disk, or after it has changed something. */
  boolean atDisk(String name, boolean changed) {
    if (!present) {
      return false;
    }
    Way way = ways.get();
    way.changed |= changed;
    boolean isNew = isNew(way, changed ? name + " is done" : name);
    return isNew || (!changed && CLAIMED.contains(name) && isChosen(struck, name, usual));
  }

  /** Whether it is a change under a claim before which a backend stands still until it has none. */
  boolean outlastsItsClaim(String name) {
    return isClaimed(name) && isChosen(outlasted, name, outlasting);
  }

  /** Whether it is a change that is made under a claim, where such places matter. */
  boolean isClaimed(String name) {
    return present && CLAIMED.contains(name);
  }

  /** Whether one that was given up goes on right before such a change of another one. */
  boolean isWhereOneGoesOn() {
    return oneIn(MEETING);
  }

  /** A call begins on this thread. */
  void begins() {
    ways.remove();
  }

  /** Whether something happens between its commit and its answer. */
  boolean atAnswer() {
    return present && ways.get().committed && oneIn(usual * LESS);
  }
}
