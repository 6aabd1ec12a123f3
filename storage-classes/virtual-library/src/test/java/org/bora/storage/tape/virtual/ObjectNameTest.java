package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ObjectNameTest {
  private static final UUID ID = UUID.fromString("01a1f8d4-d460-789d-b4eb-98eef398f9bc");

  @Test
  void whatIsGivenOutIsRead() {
    for (long number : List.of(0L, 1L, 123_456_789L)) {
      ObjectName name = new ObjectName(ID, "V00017", number, number);
      assertEquals(Optional.of(name), ObjectName.parse(name.text()));
    }
  }

  @Test
  void anObjectHasOneSpelling() {
    for (String other :
        List.of(
            ID + ".V00017.01.2",
            ID + ".V00017.1.02",
            ID + ".V00017.1.+2",
            ID + ".V00017.1.2 ",
            ID.toString().toUpperCase(java.util.Locale.ROOT) + ".V00017.1.2",
            "------------------------------------.V00017.1.2",
            "1a1f8d4-d460-789d-b4eb-98eef398f9bc0.V00017.1.2")) {
      assertEquals(Optional.empty(), ObjectName.parse(other), other);
    }
  }
}
