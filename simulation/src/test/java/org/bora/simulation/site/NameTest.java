package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NameTest {
  private final Name name = new Name("name");

  private List<String> mayHold() {
    return Stream.of(Name.ABSENT, "old", "new").filter(name::mayHold).toList();
  }

  @Test
  void whatWasOnlySeenMayBeUndoneByAPowerFailure() {
    name.isStored("old");
    name.publishes("new");
    name.sees("new");
    assertEquals(List.of("new"), mayHold());
    name.powerFails();
    assertEquals(List.of("old", "new"), mayHold());
  }

  @Test
  void whatWasAcknowledgedMayNot() {
    name.isStored("old");
    name.publishes("new");
    name.sees("new");
    name.isStored("new");
    name.sees("new");
    name.powerFails();
    assertEquals(List.of("new"), mayHold());
  }
}
