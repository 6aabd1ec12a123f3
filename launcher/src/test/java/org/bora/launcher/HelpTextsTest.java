package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;

class HelpTextsTest {

  @Test
  void everyVerbAndOptionIsExplainedInWholeSentences() {
    Machine nowhere = new Machine(Path.of("/nowhere"), false, Map.of());
    assertEquals(List.of(), HelpTexts.mistakes(Main.commandLine(nowhere)));
  }
}
