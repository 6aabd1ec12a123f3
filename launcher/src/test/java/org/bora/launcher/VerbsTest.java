package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class VerbsTest {
  private static final Machine NOWHERE = new Machine(Path.of("/nowhere"), false, Map.of());

  @Test
  void eachVerbIsFoundByTheNameThatItBears() {
    CommandLine all = Main.commandLine(NOWHERE);
    assertEquals(Verbs.NAMES, List.copyOf(all.getSubcommands().keySet()));
  }

  @Test
  void aVerbMadeAloneIsUsedAsAmongAllOthers() {
    CommandLine all = Main.commandLine(NOWHERE);
    for (String name : Verbs.NAMES) {
      CommandLine alone = Main.commandLine(NOWHERE, List.of(name)).getSubcommands().get(name);
      CommandLine among = all.getSubcommands().get(name);
      assertEquals(among.getUsageMessage(), alone.getUsageMessage());
      assertEquals(among.getSubcommands().keySet(), alone.getSubcommands().keySet());
      assertEquals(
          among.isUnmatchedOptionsArePositionalParams(),
          alone.isUnmatchedOptionsArePositionalParams());
    }
  }

  @Test
  void onlyAVerbThatIsNamedFirstIsMadeAlone() {
    assertEquals(List.of("status"), Verbs.needed("status", "--json"));
    assertEquals(List.of("config"), Verbs.needed("config", "check"));
    assertEquals(List.of(), Verbs.needed("--version"));
    for (List<String> words :
        List.of(
            List.<String>of(),
            List.of("--help"),
            List.of("--version", "status"),
            List.of("help", "status"),
            List.of("completion"),
            List.of("manual", "pages"),
            List.of("stat"),
            List.of("@words"))) {
      assertEquals(Verbs.NAMES, Verbs.needed(words.toArray(String[]::new)), words::toString);
    }
  }
}
