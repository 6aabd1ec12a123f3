package org.bora.backend.operation.put;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StoreAttemptsTest {
  private final StoreAttempts attempts = new StoreAttempts();

  @Test
  void whatWasRefusedIsNotStored() {
    assertFalse(attempts.isPerhapsStored());
    assertTrue(attempts.begin(false));
    assertTrue(attempts.isPerhapsStored(), "its answer may be lost");
    attempts.refused();
    assertFalse(attempts.isPerhapsStored());
    assertTrue(attempts.begin(false), "the next round begins from nothing");
  }

  @Test
  void afterAnAccidentNoRefusalMakesItCertainAgain() {
    attempts.begin(false);
    assertFalse(attempts.begin(true), "the one before had an accident");
    attempts.refused();
    assertTrue(attempts.isPerhapsStored());
    assertFalse(attempts.begin(false), "nor for the next round");
    attempts.refused();
    assertTrue(attempts.isPerhapsStored());
  }

  @Test
  void anAttemptThatTheServerRolledBackLeavesNoDoubt() {
    attempts.begin(false);
    assertTrue(attempts.begin(false), "after a deadlock");
    attempts.refused();
    assertFalse(attempts.isPerhapsStored());
  }
}
