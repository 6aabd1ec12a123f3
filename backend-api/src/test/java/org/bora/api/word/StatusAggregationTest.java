package org.bora.api.word;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusAggregationTest {

  @Test
  void allGoodIsSuccess() {
    assertEquals(
        SrmStatus.SUCCESS,
        of(SrmStatus.FILE_PINNED, SrmStatus.SPACE_AVAILABLE, SrmStatus.RELEASED));
  }

  @Test
  void someGoodIsPartialSuccess() {
    assertEquals(SrmStatus.PARTIAL_SUCCESS, of(SrmStatus.SUCCESS, SrmStatus.INVALID_PATH));
  }

  @Test
  void noneGoodIsFailureWithTheFirstReason() {
    ReturnStatus status =
        StatusAggregation.of(
            List.of(
                ReturnStatus.of(SrmStatus.INVALID_PATH, "no such file"),
                ReturnStatus.of(SrmStatus.ABORTED)));
    assertEquals(SrmStatus.FAILURE, status.code());
    assertEquals("no such file", status.explanation());
  }

  @Test
  void queuedOnlyWhileNothingHasMoved() {
    assertEquals(SrmStatus.REQUEST_QUEUED, of(SrmStatus.REQUEST_QUEUED, SrmStatus.REQUEST_QUEUED));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, of(SrmStatus.REQUEST_QUEUED, SrmStatus.SUCCESS));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, of(SrmStatus.REQUEST_QUEUED, SrmStatus.FILE_BUSY));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, of(SrmStatus.REQUEST_INPROGRESS));
  }

  @Test
  void everyCodeCountsAsSomething() {
    for (SrmStatus code : SrmStatus.values()) {
      SrmStatus alone = of(code);
      boolean plausible =
          alone == SrmStatus.SUCCESS
              || alone == SrmStatus.FAILURE
              || alone == SrmStatus.REQUEST_QUEUED
              || alone == SrmStatus.REQUEST_INPROGRESS;
      assertEquals(true, plausible, code + " alone became " + alone);
    }
  }

  private static SrmStatus of(SrmStatus... files) {
    return StatusAggregation.of(Arrays.stream(files).map(ReturnStatus::of).toList()).code();
  }
}
