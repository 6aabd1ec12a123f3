package org.bora.simulation.site;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.bora.simulation.schedule.Choices;

/**
 * The places where a fault is most likely to reveal a bug. They are between a change of the disk
 * and the commit that records it; between a commit and its answer; right before a change that is
 * made under a claim; and at a statement or call that is rare in this run. Two of three sites have
 * them.
 */
final class SoreSpots {
  /** A place that was met at most this often is new. */
  private static final int NEW = 3;

  /** A fault happens at one in this many new places. */
  private static final int AT_NEW = 40;

  /** Faults between disk change and commit are this much more frequent than at any commit. */
  private static final int BETWEEN = 2;

  /**
   * Before one in this many changes under a claim, a frozen backend that was given up continues.
   */
  private static final int MEETING = 3;

  /** In every second site, a backend loses its claim before one in this many changes under it. */
  private static final int LEAST_OUTLASTING = 10;

  private static final int MOST_OUTLASTING = 20;

  /** Faults before an answer are this much rarer than at any commit: a lone client notices none. */
  private static final int LESS = 3;

  /** Changes on disk under a claim that the database gave. */
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

  /** Whether each kind of change under a claim is chosen equally often. */
  private final boolean even;

  private final Kinds outlasted = new Kinds();
  private final Kinds struck = new Kinds();
  private final Map<String, Integer> met = new HashMap<>();
  private final ThreadLocal<Way> ways = ThreadLocal.withInitial(Way::new);

  /** The recent work of a thread. */
  private static final class Way {
    private String last = "";
    private boolean changed;
    private boolean committed;
  }

  /**
   * Chooses the places.
   *
   * @param usual one in this many commits meets a fault
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

  /** Whether a fault happens before a statement or a commit. */
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

  /** Whether a fault happens before a call of the disk, or after its change. */
  boolean atDisk(String name, boolean changed) {
    if (!present) {
      return false;
    }
    Way way = ways.get();
    way.changed |= changed;
    boolean isNew = isNew(way, changed ? name + " is done" : name);
    return isNew || (!changed && CLAIMED.contains(name) && isChosen(struck, name, usual));
  }

  /** Whether a backend is frozen before a change under a claim until it has lost the claim. */
  boolean outlastsItsClaim(String name) {
    return isClaimed(name) && isChosen(outlasted, name, outlasting);
  }

  /** Whether the change is made under a claim, in a site with such places. */
  boolean isClaimed(String name) {
    return present && CLAIMED.contains(name);
  }

  /** Whether a backend that was given up continues right before another one makes such a change. */
  boolean isWhereOneGoesOn() {
    return oneIn(MEETING);
  }

  /** A call begins on this thread. */
  void begins() {
    ways.remove();
  }

  /** Whether a fault happens between the commit of the current call and its answer. */
  boolean atAnswer() {
    return present && ways.get().committed && oneIn(usual * LESS);
  }
}
