package org.bora.backend.pin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.bora.backend.pin.PinState.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PinStateTest {

  @Test
  void aPinCanEndInThreeWays() {
    assertEquals(Optional.of(PinState.RELEASED), PinState.PINNED.next(Event.RELEASE));
    assertEquals(Optional.of(PinState.ABORTED), PinState.PINNED.next(Event.ABORT));
    assertEquals(Optional.of(PinState.EXPIRED), PinState.PINNED.next(Event.TIME_OVER));
    assertFalse(PinState.PINNED.isTerminal());
  }

  @Test
  void waitingEndsInAPinOrWithoutOne() {
    assertEquals(Optional.of(PinState.PINNED), PinState.WAITING.next(Event.READY));
    assertEquals(Optional.of(PinState.FAILED), PinState.WAITING.next(Event.REFUSE));
    assertEquals(Optional.of(PinState.WITHDRAWN), PinState.WAITING.next(Event.ABORT));
    assertEquals(Optional.of(PinState.WITHDRAWN), PinState.WAITING.next(Event.RELEASE));
    assertEquals(Optional.of(PinState.TIMED_OUT), PinState.WAITING.next(Event.TIME_OVER));
  }

  @Test
  void newContentEndsPinsAndNotTheWaitingForOne() {
    assertEquals(Optional.of(PinState.ABORTED), PinState.PINNED.next(Event.REPLACE));
    assertEquals(Optional.empty(), PinState.WAITING.next(Event.REPLACE));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"WAITING", "PINNED"},
      mode = EnumSource.Mode.EXCLUDE)
  void whatEndedStaysAsItIs(PinState ended) {
    assertTrue(ended.isTerminal());
    for (Event event : Event.values()) {
      assertEquals(Optional.empty(), ended.next(event));
    }
  }

  @ParameterizedTest
  @EnumSource(PinState.class)
  void whatWasGrantedStaysGrantedAndNothingButReadinessGrants(PinState state) {
    for (Event event : Event.values()) {
      state
          .next(event)
          .ifPresent(
              next -> assertEquals(state.wasGranted() || event == Event.READY, next.wasGranted()));
    }
  }
}
