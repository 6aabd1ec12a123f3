package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RequestFieldsTest {

  @Test
  void aDescriptionIsTakenAsItIs() {
    assertEquals("", RequestFields.label(null));
    assertEquals(" Größe of run 7 ", RequestFields.label(" Größe of run 7 "));
    assertEquals("x".repeat(1000), RequestFields.label("x".repeat(1000)));
  }

  @Test
  void aDescriptionLongerThanIsKeptIsTheClientsMistake() {
    MalformedRequest refusal =
        assertThrows(MalformedRequest.class, () -> RequestFields.label("ö".repeat(501)));

    assertTrue(refusal.getMessage().contains("1002 bytes"), refusal.getMessage());
  }
}
