package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.bora.backend.request.PutState.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PutStateTest {

  @Test
  void anActivePutCanEndInFourWays() {
    assertEquals(Optional.of(PutState.STORED), PutState.SPACE_AVAILABLE.next(Event.PUBLISHED));
    assertEquals(Optional.of(PutState.ABORTED), PutState.SPACE_AVAILABLE.next(Event.ABORT));
    assertEquals(Optional.of(PutState.EXPIRED), PutState.SPACE_AVAILABLE.next(Event.PIN_OVER));
    assertEquals(Optional.of(PutState.FAILED), PutState.SPACE_AVAILABLE.next(Event.REFUSE));
    assertFalse(PutState.SPACE_AVAILABLE.isTerminal());
  }

  @ParameterizedTest
  @EnumSource(names = "SPACE_AVAILABLE", mode = EnumSource.Mode.EXCLUDE)
  void aPutThatEndedStaysAsItIs(PutState ended) {
    assertTrue(ended.isTerminal());
    for (Event event : Event.values()) {
      assertEquals(Optional.empty(), ended.next(event));
    }
  }
}
