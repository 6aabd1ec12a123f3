package org.bora.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.launcher.command.Machine;
import org.bora.launcher.home.FirstConfiguration;
import org.bora.launcher.home.Home;
import picocli.CommandLine;

/**
 * What the class cache is made from ({@code start.sh}): makes each verb, and has those do their
 * work that change nothing, while the JVM notes which classes that takes. It does so in a home of
 * its own, which it removes, and asks no Bora.
 */
final class Rehearsal {
  private Rehearsal() {}

  /** Exits with 0 when the cache may be made. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory("bora-rehearsal");
    try {
      Home home = new Home(directory);
      home.create();
      FirstConfiguration.provide(home, FirstConfiguration.Kind.DISK);
      run(home);
    } finally {
      remove(directory);
    }
  }

  private static void run(Home home) {
    for (String verb : Verbs.NAMES) {
      Main.commandLine(machine(home), List.of(verb));
    }
    ask(home, "--version");
    ask(home, "status");
    ask(home, "status", "--json");
    ask(home, "env");
    ask(home, "areas");
    ask(home, "requests", "list");
    ask(home, "tape", "copies");
    ask(home, "drain");
    ask(home, "config", "check", home.configuration().toString());
  }

  /** What it answers does not matter: mostly that nothing runs. */
  private static void ask(Home home, String... words) {
    CommandLine line = Main.commandLine(machine(home), Verbs.needed(words));
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    line.setOut(nowhere);
    line.setErr(nowhere);
    line.execute(words);
  }

  private static Machine machine(Home home) {
    return new Machine(home.directory(), false, Map.of("BORA_HOME", home.directory().toString()));
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
