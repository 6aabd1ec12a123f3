package org.bora.taperest;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.get.GetFileStatus;
import org.bora.api.word.ReturnStatus;

/**
 * One file of a stage request.
 *
 * @param state of the file
 * @param error why it failed, for people; also why it ended if not its client cancelled it, but it
 *     was removed, renamed or replaced
 * @param started when its recall began to read; absent if the file was on disk
 * @param finished when its state became final
 */
record StageTarget(
    SentPath path,
    State state,
    Optional<String> error,
    Optional<Instant> started,
    Optional<Instant> finished) {

  /** The states of the API. */
  enum State {
    SUBMITTED,
    STARTED,
    CANCELLED,
    FAILED,
    COMPLETED;

    boolean isFinal() {
      return this != SUBMITTED && this != STARTED;
    }
  }

  StageTarget {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(error, "error");
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(finished, "finished");
  }

  static StageTarget of(GetFileStatus file) {
    State state = state(file);
    // the engine explains no end that the client asked for itself
    boolean mistaken =
        state == State.FAILED
            || (state == State.CANCELLED && !file.status().explanation().isEmpty());
    return new StageTarget(
        SentPath.of(file.surl()),
        state,
        mistaken ? Optional.of(error(file.status())) : Optional.empty(),
        file.began(),
        state.isFinal() ? file.ended() : Optional.empty());
  }

  /**
   * The time of the last change of state; empty if not recorded.
   *
   * @param created when the request was created
   */
  Optional<Instant> changed(Instant created) {
    return state.isFinal() ? finished : started.or(() -> Optional.of(created));
  }

  /** The text of a failure in an answer: only the code if the engine gives no explanation. */
  static String error(ReturnStatus status) {
    return status.explanation().isEmpty() ? status.code().wireName() : status.explanation();
  }

  /**
   * A file that was staged stays COMPLETED when its pin has ended. The engine tells the size of
   * files that it accepted, and of no refused one: that tells an ended pin from an ended file.
   */
  private static State state(GetFileStatus file) {
    return switch (file.status().code()) {
      case SUCCESS, FILE_PINNED, RELEASED -> State.COMPLETED;
      case FILE_LIFETIME_EXPIRED -> file.size().isPresent() ? State.COMPLETED : State.FAILED;
      // one that is read again after a failure has started all the same
      case REQUEST_QUEUED, REQUEST_SUSPENDED ->
          file.began().isPresent() ? State.STARTED : State.SUBMITTED;
      case REQUEST_INPROGRESS -> State.STARTED;
      case ABORTED -> State.CANCELLED;
      default -> State.FAILED;
    };
  }
}
