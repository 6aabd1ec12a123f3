package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Whatever an administrator may ask, a program may ask too. */
class JsonEverywhereTest {

  /** Those that start, end or build something, write for others to read, or print JSON as it is. */
  private static final Set<String> OTHERS =
      Set.of(
          "up",
          "down",
          "frontend",
          "backend",
          "door",
          "serve",
          "env",
          "token",
          "help",
          "completion",
          "manual",
          "publish",
          "audit");

  @Test
  void everyVerbOfAdministratorsHasJson() {
    List<String> without = new ArrayList<>();
    Main.commandLine(new Machine(Path.of("/nowhere"), false, Map.of()))
        .getSubcommands()
        .forEach(
            (name, verb) -> {
              if (!OTHERS.contains(name)) {
                collect("bora " + name, verb, without);
              }
            });
    assertEquals(List.of(), without);
  }

  /** A verb that has others below it and does nothing itself needs none. */
  private static void collect(String path, CommandLine verb, List<String> without) {
    boolean leaf = verb.getSubcommands().keySet().stream().allMatch("help"::equals);
    if (leaf && verb.getCommandSpec().findOption("--json") == null) {
      without.add(path);
    }
    verb.getSubcommands()
        .forEach(
            (name, below) -> {
              if (!name.equals("help")) {
                collect(path + " " + name, below, without);
              }
            });
  }
}
