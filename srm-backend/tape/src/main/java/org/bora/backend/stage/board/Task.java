package org.bora.backend.stage.board;

import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeOperation;

/**
 * One file of a batch on the board.
 *
 * @param id identifier for pullers
 * @param batch that waits for it now
 * @param place position in the batch
 * @param puller the puller that last had it
 * @param report the last one
 */
record Task(
    UUID id,
    UUID batch,
    int place,
    State state,
    Optional<String> puller,
    TapeFile file,
    Optional<TapeFileReport> report) {

  /** Names are stored. */
  enum State {
    /** No puller has it. */
    WAITING,
    /** A puller has it, until its lease ends. */
    TAKEN,
    /** Its last report is there. */
    REPORTED
  }

  /** Whether another task asks for the same bytes at the same places. */
  boolean isSameWork(TapeFile other) {
    return file.path().equals(other.path())
        && file.size() == other.size()
        && file.adler32().equals(other.adler32())
        && file.location().equals(other.location());
  }

  /**
   * Whether a batch that asks for the same may have it. What was recalled already may have been
   * written into a file that is gone; a copy on tape stays.
   */
  boolean isOfUse(TapeOperation operation) {
    return state != State.REPORTED || operation == TapeOperation.MIGRATE;
  }
}
