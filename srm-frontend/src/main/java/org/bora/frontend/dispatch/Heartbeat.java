package org.bora.frontend.dispatch;

/**
 * The recent health answers of one backend, one for each check.
 *
 * <p>Silence is counted in checks, not in time: a frontend that was itself paused (by its machine
 * or a garbage collection) makes no checks meanwhile, so it does not mistake a backend for silent.
 * A backend that was silent must answer several times before it gets calls again, so an unstable
 * backend does not get calls each time it recovers.
 *
 * <p>Not thread safe.
 */
final class Heartbeat {

  /** A backend's report on itself. */
  enum Word {
    /** It takes calls. */
    SERVES,
    /** It accepts no calls, and ends its present ones. */
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

  /** Whether it has been silent for so long that its calls are abandoned. */
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

  /** Whether its last report says that it cannot reach its database. */
  boolean isCutOff() {
    return cutOff;
  }
}
