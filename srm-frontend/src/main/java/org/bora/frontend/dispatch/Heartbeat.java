package org.bora.frontend.dispatch;

/**
 * What one backend has answered to the question whether it serves, which it is asked at every look.
 *
 * <p>Silence is counted in looks and not in time: a frontend that was itself held up (a pause of
 * its machine, a collection of garbage) makes no looks meanwhile, and takes no backend for silent.
 * A backend that was taken for silent has to answer several times before it is asked for more, so
 * that one that stops and goes does not get calls each time it goes.
 *
 * <p>Not thread safe.
 */
final class Heartbeat {

  /** What a backend says of itself. */
  enum Word {
    /** It takes calls. */
    SERVES,
    /** It takes none, and ends those that it has. */
    LEAVES,
    /** It has lost its database, and with it the calls that it has. */
    IS_CUT_OFF
  }

  private final int looksOfSilence;
  private final int answersAfterSilence;

  private boolean asked;
  private int unanswered;
  private int good;
  private boolean cutOff;
  private int needed = 1;

  /**
   * @param looksOfSilence after so many without an answer it is silent
   * @param answersAfterSilence so many good ones in a row are needed then
   */
  Heartbeat(int looksOfSilence, int answersAfterSilence) {
    if (looksOfSilence < 1 || answersAfterSilence < 1) {
      throw new IllegalArgumentException(
          looksOfSilence + " looks, " + answersAfterSilence + " answers");
    }
    this.looksOfSilence = looksOfSilence;
    this.answersAfterSilence = answersAfterSilence;
  }

  /** There is a new connection, or none: nothing of the one before counts. */
  void beginAnew() {
    asked = false;
    unanswered = 0;
    good = 0;
    cutOff = false;
  }

  /**
   * A look.
   *
   * @return whether to ask now; not while an answer is outstanding
   */
  boolean look() {
    if (asked) {
      unanswered++;
      return false;
    }
    asked = true;
    return true;
  }

  /** Whether it has not answered for so long that its calls are given up. */
  boolean isSilent() {
    return unanswered >= looksOfSilence;
  }

  /** It was given up: it has to show that it is back for good. */
  void gaveUp() {
    beginAnew();
    needed = answersAfterSilence;
  }

  void answered(Word word) {
    asked = false;
    unanswered = 0;
    good = word == Word.SERVES ? good + 1 : 0;
    cutOff = word == Word.IS_CUT_OFF;
    if (good >= needed) {
      needed = 1;
    }
  }

  /** Whether calls may be sent there. */
  boolean isServing() {
    return good >= needed;
  }

  /** Whether it has said last that its database is away from it. */
  boolean isCutOff() {
    return cutOff;
  }
}
