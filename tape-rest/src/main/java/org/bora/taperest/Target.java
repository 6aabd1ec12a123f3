package org.bora.taperest;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.get.GetFileStatus;
import org.bora.api.word.ReturnStatus;

/**
 * One file of a stage request.
 *
 * @param state where it stands
 * @param error why it failed, for a person
 */
record Target(SentPath path, State state, Optional<String> error) {

  /** The words of the API. */
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

  Target {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(error, "error");
  }

  static Target of(GetFileStatus file) {
    State state = state(file);
    return new Target(
        SentPath.of(file.surl()),
        state,
        state == State.FAILED ? Optional.of(error(file.status())) : Optional.empty());
  }

  /** What an answer says of a failure: the code alone where the engine explains nothing. */
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
      case REQUEST_QUEUED, REQUEST_SUSPENDED -> State.SUBMITTED;
      case REQUEST_INPROGRESS -> State.STARTED;
      case ABORTED -> State.CANCELLED;
      default -> State.FAILED;
    };
  }
}
