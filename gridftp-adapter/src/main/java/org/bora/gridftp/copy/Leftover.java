package org.bora.gridftp.copy;

import java.time.Duration;
import org.bora.gridftp.control.CommandAnswer;

/**
 * What a copy that failed may have left at the target. A file that was there before the copy, and
 * that the copy has not begun to write, is not ours to remove.
 */
final class Leftover {

  /**
   * How long after STOR a server may open the file although its client has left: the process that
   * serves a cut connection reads what was sent on it, and only then sees the end. No longer than
   * that, because another user may take a name that is free.
   */
  static final Duration OPENING = Duration.ofSeconds(2);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  /** How often the server is asked to remove the file. */
  enum Tries {
    /** There is nothing of ours. */
    NONE,
    /** What there is, is there now. */
    ONE,
    /** The file may appear still. */
    WHILE_IT_MAY_APPEAR
  }

  /** Has the server remove the file. */
  @FunctionalInterface
  interface Removal {
    CommandAnswer<String> ask() throws CopyFailure;
  }

  private Leftover() {}

  /**
   * What there is to do about it.
   *
   * @param absentBefore whether the target said, before it was told to store the file, that there
   *     was none
   */
  static Tries tries(boolean absentBefore, Transfer.Target reached) {
    return switch (reached) {
      case UNASKED -> Tries.NONE;
      case SILENT -> absentBefore ? Tries.WHILE_IT_MAY_APPEAR : Tries.NONE;
      case REFUSED -> absentBefore ? Tries.ONE : Tries.NONE;
      case BEGAN -> Tries.ONE;
    };
  }

  /**
   * Removes it; blocks until it is removed, the server refuses, or the file is not there and can
   * not appear any more.
   *
   * @param opening what is left of {@link #OPENING}
   * @return what the server answered last
   */
  static CommandAnswer<String> remove(Tries tries, Removal removal, TimeLeft opening)
      throws CopyFailure, InterruptedException {
    CommandAnswer<String> answer = removal.ask();
    while (tries == Tries.WHILE_IT_MAY_APPEAR
        && answer instanceof CommandAnswer.Refused<String> refused
        && refused.saysNoFile()
        && opening.left().isPositive()) {
      Thread.sleep(BETWEEN_TRIES); // a foreign process: nothing to be told by
      answer = removal.ask();
    }
    return answer;
  }
}
