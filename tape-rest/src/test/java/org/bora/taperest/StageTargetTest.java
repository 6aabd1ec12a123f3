package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.get.GetFileStatus;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StageTargetTest {
  private static final Optional<Instant> THEN = Optional.of(Instant.ofEpochSecond(1));

  /** Sizes are told of files that were accepted, and when reading began of those that were read. */
  @ParameterizedTest
  @CsvSource({
    "REQUEST_QUEUED, true, false, SUBMITTED",
    "REQUEST_QUEUED, true, true, STARTED",
    "REQUEST_SUSPENDED, true, false, SUBMITTED",
    "REQUEST_SUSPENDED, true, true, STARTED",
    "REQUEST_INPROGRESS, true, true, STARTED",
    "SUCCESS, true, true, COMPLETED",
    "FILE_PINNED, true, false, COMPLETED",
    "RELEASED, true, true, COMPLETED",
    "FILE_LIFETIME_EXPIRED, true, true, COMPLETED",
    "FILE_LIFETIME_EXPIRED, false, false, FAILED",
    "ABORTED, true, false, CANCELLED",
    "INVALID_PATH, false, false, FAILED",
    "AUTHORIZATION_FAILURE, false, false, FAILED",
    "FILE_LOST, false, false, FAILED",
    "REQUEST_TIMED_OUT, true, false, FAILED"
  })
  void eachStateOfTheEngineHasItsWord(
      SrmStatus status, boolean accepted, boolean read, StageTarget.State word) {
    StageTarget target =
        StageTarget.of(
            new GetFileStatus(
                new SentPath("/vo/a").surl("host"),
                ReturnStatus.of(status, "why"),
                accepted ? OptionalLong.of(7) : OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                read ? THEN : Optional.empty(),
                THEN));
    assertEquals(word, target.state());
    boolean mistaken = word == StageTarget.State.FAILED || word == StageTarget.State.CANCELLED;
    assertEquals(mistaken ? Optional.of("why") : Optional.empty(), target.error());
    assertEquals(word.isFinal(), target.finished().isPresent());
  }

  @Test
  void whatItsClientGaveUpHasNoError() {
    StageTarget target =
        StageTarget.of(
            new GetFileStatus(
                new SentPath("/vo/a").surl("host"),
                ReturnStatus.of(SrmStatus.ABORTED),
                OptionalLong.of(7),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty()));
    assertEquals(StageTarget.State.CANCELLED, target.state());
    assertEquals(Optional.empty(), target.error());
  }
}
