package org.bora.gridftp.copy;

import java.time.Duration;
import org.bora.gridftp.control.CommandAnswer;

/**
 * What a failed copy may have left at the target. A file that existed before the copy and that the
 * copy did not begin to write must not be removed.
 */
final class Leftover {

  /**
   * How long after STOR a server may open the file although its client has left: its process reads
   * the commands sent before the cut, and only then notices the end. Not longer, because another
   * user may take the free name.
   */
  static final Duration OPENING = Duration.ofSeconds(2);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  /** The number of attempts to remove the file. */
  enum Tries {
    /** There is nothing of ours. */
    NONE,
    /** What there is, is there now. */
    ONE,
    /** The file may appear still. */
    WHILE_IT_MAY_APPEAR
  }

  /** Removes the file on the server. */
  @FunctionalInterface
  interface Removal {
    CommandAnswer<String> ask() throws CopyFailure;
  }

  private Leftover() {}

  /**
   * Decides what to remove.
   *
   * @param absentBefore whether the target reported before the STOR that the file did not exist
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
   * Removes the file; blocks until it is removed, the server refuses, or the file does not exist
   * and cannot appear any more.
   *
   * @param opening the rest of {@link #OPENING}
   * @return the server's last answer
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
