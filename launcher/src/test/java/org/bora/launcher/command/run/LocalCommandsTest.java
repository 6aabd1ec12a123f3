package org.bora.launcher.command.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.server.check.Half;
import org.junit.jupiter.api.Test;

class LocalCommandsTest {

  @Test
  void whatBackendsAreAskedWorksWithoutTheSocketOfAFrontend() {
    assertTrue(LocalCommands.lost(Half.FRONTEND).contains("`config reload`"));
    assertFalse(LocalCommands.lost(Half.FRONTEND).contains("`requests`"));
  }

  @Test
  void whatBackendsAreAskedDoesNotWorkWithoutTheirSocket() {
    for (Half half : new Half[] {Half.ALL, Half.BACKEND}) {
      assertTrue(LocalCommands.lost(half).contains("`config reload`"));
      assertTrue(LocalCommands.lost(half).contains("`requests`"));
    }
  }
}
