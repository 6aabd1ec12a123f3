package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What every verb of the command has in common. */
class CommandLineIT {
  @TempDir private Path directory;

  private final StringWriter said = new StringWriter();

  private CommandLine line() {
    CommandLine line = Main.commandLine(new Machine(directory, false, Map.of()));
    line.setOut(new PrintWriter(said, true));
    line.setErr(new PrintWriter(said, true));
    return line;
  }

  private int run(List<String> words) {
    return line().execute(words.toArray(String[]::new));
  }

  @Test
  void everyVerbAndEveryVerbOfAVerbTellsHowItIsUsed() {
    List<List<String>> all = new ArrayList<>();
    collect(Main.commandLine(new Machine(directory, false, Map.of())), List.of(), all);
    assertTrue(all.size() > 15, all::toString);
    for (List<String> verb : all) {
      List<String> words = new ArrayList<>(verb);
      words.add("--help");
      assertEquals(0, run(words), () -> words + ": " + said);
    }
  }

  @Test
  void helpOfAVerbAtAnyDepthIsItsOwn() {
    CommandLine line = line();
    List<List<String>> all = new ArrayList<>(List.of(List.of()));
    collect(line, List.of(), all);
    assertTrue(all.contains(List.of("bans", "add")), all::toString);
    for (List<String> verb : all) {
      CommandLine meant = line;
      for (String word : verb) {
        meant = meant.getSubcommands().get(word);
      }
      List<String> words = new ArrayList<>(List.of("help"));
      words.addAll(verb);
      said.getBuffer().setLength(0);
      assertEquals(0, line.execute(words.toArray(String[]::new)), () -> words + ": " + said);
      assertEquals(meant.getUsageMessage(), said.toString(), words::toString);
    }
  }

  private static void collect(CommandLine line, List<String> above, List<List<String>> all) {
    line.getSubcommands()
        .forEach(
            (name, verb) -> {
              if (!name.equals("help")) {
                List<String> words = new ArrayList<>(above);
                words.add(name);
                all.add(words);
                collect(verb, words, all);
              }
            });
  }

  @Test
  void verbsOfTapeAskTheBoraOfTheirHomeWithWhatFollowsThem() {
    for (List<String> verb :
        List.of(
            List.of("copies"),
            List.of("keep", "ID"),
            List.of("give-up", "ID"),
            List.of("retry", "LIBRARY"),
            List.of("refresh", "srm://host/path"))) {
      List<String> words = new ArrayList<>(List.of("tape"));
      words.addAll(verb);
      words.addAll(List.of("--home", directory.toString()));
      assertEquals(3, run(words), () -> words + ": " + said);
    }
  }
}
