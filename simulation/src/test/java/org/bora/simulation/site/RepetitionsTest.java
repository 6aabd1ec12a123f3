package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bora.api.Repetition;
import org.bora.simulation.link.Errand;
import org.junit.jupiter.api.Test;

class RepetitionsTest {
  private static final Errand.Beginning FIRST = new Errand.Beginning(1, false);
  private static final Errand.Beginning TOLD = new Errand.Beginning(2, true);
  private static final Errand.Beginning UNTOLD = new Errand.Beginning(2, false);

  private static boolean isWrong(Repetition repetition, Errand.Beginning... begun) {
    return Repetitions.wrong(repetition, List.of(begun)).isPresent();
  }

  @Test
  void whatMayNotBeRepeatedBeginsOnce() {
    assertEquals(false, isWrong(Repetition.NEVER, TOLD));
    assertTrue(isWrong(Repetition.NEVER, FIRST, TOLD));
    assertEquals(false, isWrong(Repetition.ALWAYS, FIRST, UNTOLD));
  }

  @Test
  void aBackendIsToldOfAnEarlierCallWhicheverBeginsFirst() {
    assertEquals(false, isWrong(Repetition.IF_TOLD, FIRST, TOLD));
    assertEquals(false, isWrong(Repetition.IF_TOLD, TOLD, FIRST));
    assertEquals(false, isWrong(Repetition.IF_TOLD, UNTOLD));
    assertTrue(isWrong(Repetition.IF_TOLD, FIRST, UNTOLD));
    assertTrue(isWrong(Repetition.IF_TOLD, UNTOLD, FIRST));
  }
}
