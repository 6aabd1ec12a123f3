package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AddressBoundTest {

  @Test
  void anAddressHasItsShareAndAllHaveTheWhole() {
    AddressBound bound = new AddressBound(3, 2);
    assertTrue(bound.take("a"));
    assertTrue(bound.take("a"));
    assertFalse(bound.take("a"));
    assertTrue(bound.take("b"));
    assertFalse(bound.take("c"));
    bound.giveBack("a");
    assertTrue(bound.take("c"));
    assertFalse(bound.take("a"));
  }
}
