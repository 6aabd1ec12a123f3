package org.bora.devtools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.devtools.CheckoutVerbs;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class BenchCommandIT {
  private static final Path LOAD_TESTS = Path.of("../load-tests").toAbsolutePath().normalize();

  @TempDir private Path checkout;

  @BeforeEach
  void aScriptAndAScenario() throws IOException {
    Files.createDirectories(checkout.resolve("load-tests/scenarios"));
    Files.writeString(checkout.resolve("load-tests/scenarios/stress.scn"), "title: x\n");
    for (String script : List.of("bench-put", "play-scenario")) {
      Path file = checkout.resolve("load-tests/" + script);
      Files.writeString(
          file, "#!/bin/sh\necho " + script + " \"$@\" > " + checkout + "/said\nexit 7\n");
      file.toFile().setExecutable(true);
    }
  }

  @Test
  void aScriptOfThatNameIsRunWithItsOptions() throws IOException {
    assertEquals(7, bench("put", "--puts", "3"));
    assertEquals("bench-put --puts 3\n", Files.readString(checkout.resolve("said")));
  }

  @Test
  void aScenarioOfThatNameIsPlayed() throws IOException {
    assertEquals(7, bench("stress", "--set", "clients=1 10"));
    assertEquals(
        "play-scenario stress --set clients=1 10\n", Files.readString(checkout.resolve("said")));
  }

  @Test
  void otherNamesAreRefused() {
    assertEquals(2, bench("nothing"));
    assertEquals(2, bench("../scenarios/stress"));
    assertEquals(2, bench());
  }

  @Test
  void aBenchIsAskedForItsOwnHelp() throws IOException {
    assertEquals(7, bench("put", "--help"));
    assertEquals("bench-put --help\n", Files.readString(checkout.resolve("said")));
  }

  /** On stdout, with exit code 0, and before anything is begun. */
  @ParameterizedTest
  @MethodSource
  void everyBenchTellsWhatItDoes(List<String> command) throws Exception {
    Process bench = new ProcessBuilder(command).start();
    bench.getOutputStream().close();
    String said = new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String complained = new String(bench.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bench.waitFor(), complained);
    assertTrue(said.contains("usage: "), said);
    assertEquals("", complained);
  }

  static List<List<String>> everyBenchTellsWhatItDoes() throws IOException {
    List<List<String>> commands = new ArrayList<>();
    try (Stream<Path> scripts = Files.list(LOAD_TESTS)) {
      scripts
          .filter(script -> script.getFileName().toString().startsWith("bench-"))
          .forEach(script -> commands.add(List.of(script.toString(), "--help")));
    }
    assertTrue(commands.size() > 15, commands::toString);
    String scenario = LOAD_TESTS.resolve("play-scenario").toString();
    commands.add(List.of(scenario, "soak", "--help"));
    return commands;
  }

  @Test
  void aSimulatedBenchTellsWhatItDoes() {
    StringWriter said = new StringWriter();
    assertEquals(0, verb().setOut(new PrintWriter(said, true)).execute("recall", "--help"));
    assertTrue(said.toString().contains("--volumes"), said::toString);
  }

  /** As the launcher has it, which gives --help to every verb. */
  private CommandLine verb() {
    CommandLine verb = new CheckoutVerbs().made("bench", new Machine(checkout, false, Map.of()));
    verb.getCommandSpec().mixinStandardHelpOptions(true);
    verb.getSubcommands()
        .values()
        .forEach(part -> part.getCommandSpec().mixinStandardHelpOptions(true));
    return verb;
  }

  private int bench(String... arguments) {
    return verb().execute(arguments);
  }
}
