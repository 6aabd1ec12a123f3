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

  @ParameterizedTest
  @EnumSource(
      names = {"WAITING", "PINNED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aPinThatEndedStaysAsItIs(PinState ended) {
    assertTrue(ended.isTerminal());
    for (Event event : Event.values()) {
      assertEquals(Optional.empty(), ended.next(event));
    }
  }
}
