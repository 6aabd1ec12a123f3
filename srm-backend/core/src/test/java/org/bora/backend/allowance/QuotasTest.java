package org.bora.backend.allowance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class QuotasTest {
  @Test
  void aCountOfManyFilesIsBelievedForTwentyTimesAsLongAsItTookAndForAMinuteAtMost() {
    assertEquals(20 * 700, Quotas.rest(700, 2_000_000));
    assertEquals(60_000, Quotas.rest(9_000, 50_000_000));
  }

  @Test
  void aCountOfAFewFilesIsNotBelievedHoweverLongAMachineWasBusyWithOtherWork() {
    assertEquals(0, Quotas.rest(5_000, 999));
    assertEquals(20, Quotas.rest(5_000, 1_000));
    assertEquals(0, Quotas.rest(0, 2_000_000));
  }
}
