package org.bora.backend.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TapeLibrariesTest {

  @Test
  void aLibraryThatIsNotConfiguredIsNamed() {
    TapeLibraries none = TapeLibraries.none();
    assertFalse(none.has("robot"));
    assertTrue(none.names().isEmpty());
    IllegalArgumentException unknown =
        assertThrows(IllegalArgumentException.class, () -> none.driver("robot"));
    assertEquals("no tape library 'robot' is configured; there are: []", unknown.getMessage());
  }
}
