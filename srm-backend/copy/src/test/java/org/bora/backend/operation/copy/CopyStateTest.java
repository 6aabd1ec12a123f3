package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.backend.desk.RequestDesk;
import org.junit.jupiter.api.Test;

class CopyStateTest {

  @Test
  void administratorsCanAskByEveryState() {
    for (CopyState state : CopyState.values()) {
      assertTrue(RequestDesk.STATES.contains(state.name()), state::name);
    }
  }
}
