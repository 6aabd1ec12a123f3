package org.bora.devtools.bench.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BufferSimulationTest {
  private static final long TERA = 1_000_000_000_000L;

  @ParameterizedTest
  @EnumSource
  void nothingOverflowsNothingPinnedLeavesAndNobodyIsRefusedNeedlessly(ReleaseOrder order) {
    for (BufferRun run : new BufferBench(5 * TERA, new BufferSettings(90, 80, order), 3).runs()) {
      assertTrue(run.isKept(), run.load().name() + " " + order);
      assertTrue(run.mostOccupied() <= run.load().capacity());
      assertTrue(run.releases() > 0);
    }
  }

  @Test
  void whileTapesAreWrittenNobodyIsRefused() {
    // a buffer in which a day's peak finds room until the drives have written it
    BufferRun steady = new BufferBench(40 * TERA, BufferSettings.defaults(), 3).runs().getFirst();

    assertEquals(0, steady.refused());
    assertTrue(steady.recalls() > 0 && steady.pins() > 0);
  }

  @Test
  void whileNoTapeIsWrittenPutsAreRefusedAndComeInLater() {
    BufferRun down = new BufferBench(5 * TERA, BufferSettings.defaults(), 3).runs().getLast();

    assertTrue(down.refused() > 0);
    assertEquals(0, down.samples().getLast().notOnTape(), "all of it is on tape in the end");
  }
}
