package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UnconfirmedBeatsTest {
  private final UnconfirmedBeats beats = new UnconfirmedBeats();

  private void rounds(int count, boolean confirmed, boolean answered) {
    for (int i = 0; i < count; i++) {
      beats.round(confirmed, answered);
    }
  }

  @Test
  void aDatabaseThatAnswersAndDoesNotCommitIsToldAfterThreeRounds() {
    rounds(UnconfirmedBeats.ROUNDS - 1, false, true);
    assertFalse(beats.isTold());
    rounds(1, false, true);
    assertTrue(beats.isTold());
    rounds(1, true, true);
    assertFalse(beats.isTold());
  }

  @Test
  void aSingleCommitInTimeIsEnough() {
    rounds(UnconfirmedBeats.ROUNDS - 1, false, true);
    rounds(1, true, true);
    rounds(UnconfirmedBeats.ROUNDS - 1, false, true);
    assertFalse(beats.isTold());
  }

  /** That is told as being cut off. */
  @Test
  void aDatabaseThatAnswersNothingIsNotTakenForASlowOne() {
    rounds(100, false, false);
    assertFalse(beats.isTold());
  }
}
