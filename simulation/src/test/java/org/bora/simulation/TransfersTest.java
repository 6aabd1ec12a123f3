package org.bora.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * The database and the scheduler together: promises that hold in every run, and bugs that some run
 * finds.
 */
class TransfersTest {
  private static final int RUNS = 100;

  @Test
  void noFaultLosesAnAmountOrAnAnsweredTransfer() {
    long refused = 0;
    long unanswered = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Transfers.Result result = new Transfers(seed, false).run();
      assertEquals(3 * Transfers.AMOUNT, result.sum(), "seed " + seed);
      assertTrue(result.answered() <= result.transfers(), "seed " + seed + ": " + result);
      assertTrue(result.transfers() <= result.begun(), "seed " + seed + ": " + result);
      assertTrue(result.answered() > 0, "seed " + seed + ": " + result);
      assertEquals(0, result.open(), "seed " + seed);
      refused += result.refused();
      unanswered += result.transfers() - result.answered();
    }
    assertTrue(refused > RUNS, refused + " refused");
    assertTrue(unanswered > 0, "no commit lost its answer");
  }

  @Test
  void aTransferInTwoCommitsIsFoundAndReplayed() {
    long seed = 0;
    while (new Transfers(seed, true).run().sum() == 3 * Transfers.AMOUNT) {
      assertTrue(++seed < RUNS, "not found in " + RUNS + " runs");
    }
    assertEquals(new Transfers(seed, true).run(), new Transfers(seed, true).run());
  }

  @Test
  void aSeedLeadsToTheSameRun() {
    for (long seed = 0; seed < RUNS; seed++) {
      assertEquals(new Transfers(seed, false).run(), new Transfers(seed, false).run());
    }
  }
}
