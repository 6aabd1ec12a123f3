package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.RequestToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyRowTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final RequestToken TOKEN = RequestToken.create(NOW, new Random(1));

  @ParameterizedTest
  @CsvSource({"1000, 250, 10, 30", "1000, 1000, 10, 0", "1000, 999, 0, 1", "3, 1, 1, 2"})
  void whatIsLeftTakesAsLongAsWhatIsDone(long size, long arrived, int seconds, int left) {
    CopyRow row = running(OptionalLong.of(size), arrived);
    assertEquals(
        OptionalInt.of(left),
        row.told(false, NOW.plus(Duration.ofSeconds(seconds)), OptionalInt.empty())
            .estimatedWait());
  }

  @Test
  void nothingIsSaidOfTheTimeWhileNothingIsKnown() {
    assertEquals(
        OptionalInt.empty(),
        running(OptionalLong.of(10), 0).told(false, NOW, OptionalInt.empty()).estimatedWait());
    assertEquals(
        OptionalInt.empty(),
        running(OptionalLong.empty(), 5).told(false, NOW, OptionalInt.empty()).estimatedWait());
  }

  @Test
  void whatWaitsIsSuspendedWithItsRequestAndWhatRunsIsNot() {
    CopyRow waiting = CopyRow.queued(TOKEN, 0, new Surl("a"), new Surl("b"));
    assertEquals(SrmStatus.REQUEST_SUSPENDED, waiting.status(true).code());
    assertEquals(SrmStatus.REQUEST_QUEUED, waiting.status(false).code());
    assertEquals(
        SrmStatus.REQUEST_INPROGRESS, running(OptionalLong.empty(), 0).status(true).code());
  }

  @Test
  void onlyAFailureHasAReason() {
    CopyRow row = CopyRow.queued(TOKEN, 0, new Surl("a"), new Surl("b"));
    assertThrows(
        IllegalArgumentException.class, () -> row.ended(CopyState.FAILED, Optional.empty()));
    assertThrows(
        IllegalArgumentException.class,
        () -> row.ended(CopyState.DONE, Optional.of(ReturnStatus.success())));
  }

  private static CopyRow running(OptionalLong size, long arrived) {
    return new CopyRow(
        TOKEN,
        0,
        new Surl("a"),
        new Surl("b"),
        CopyState.RUNNING,
        Optional.empty(),
        size,
        arrived,
        Optional.empty(),
        Optional.of(NOW));
  }
}
