package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StatesTest {
  @Test
  void aPutOrPinThatIsOverHasNoSuccessor() {
    assertTrue(new States.Move("put_file", "SPACE_AVAILABLE", "STORED").isForeseen());
    assertEquals(false, new States.Move("put_file", "STORED", "ABORTED").isForeseen());
    assertEquals(false, new States.Move("pin", "RELEASED", "PINNED").isForeseen());
    assertTrue(new States.Move("pin", "RELEASED", States.GONE).isForeseen());
  }

  @Test
  void theMovesThatAreForeseenAreThoseOfTheProduct() {
    assertTrue(States.moves().contains("pin WAITING > TIMED_OUT"));
    assertTrue(States.moves().contains("put_file new > SPACE_AVAILABLE"));
    assertEquals(false, States.moves().contains("put_file STORED > ABORTED"));
  }
}
