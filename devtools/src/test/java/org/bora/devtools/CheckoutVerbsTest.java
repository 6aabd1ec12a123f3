package org.bora.devtools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.launcher.HelpTexts;
import org.bora.launcher.Main;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the launcher finds when the jar is on its class path. */
class CheckoutVerbsTest {
  private static final List<String> NAMES = new CheckoutVerbs().names();

  private final CommandLine line =
      Main.commandLine(new Machine(Path.of("/nowhere"), false, Map.of()));

  @Test
  void theyFollowTheVerbsOfEveryBora() {
    List<String> all = new ArrayList<>(line.getSubcommands().keySet());
    assertEquals(NAMES, all.subList(all.size() - NAMES.size(), all.size()));
    assertTrue(all.contains("up"), all::toString);
  }

  @Test
  void everyVerbAndOptionIsExplainedInWholeSentences() {
    assertEquals(List.of(), HelpTexts.mistakes(line));
  }

  @Test
  void optionsOfABenchAreItsOwn() {
    CommandLine bench = line.getSubcommands().get("bench");
    assertTrue(bench.isUnmatchedOptionsArePositionalParams());
    assertEquals(List.of("recall", "buffer"), List.copyOf(bench.getSubcommands().keySet()));
  }

  @Test
  void aValueThatCannotBeReadIsToldWithWhatIsExpected() {
    StringWriter err = new StringWriter();
    line.setErr(new PrintWriter(err, true));
    assertEquals(2, line.execute("bench", "buffer", "--order", "x"));
    assertTrue(err.toString().contains("--order: 'x' is not one of "), err::toString);
  }
}
