package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code bora bench NAME}: runs {@code load-tests/bench-NAME}. Benches in simulated time are
 * subcommands.
 */
@Command(
    name = "bench",
    description =
        "Measures: bora bench handshake, put, recall, buffer. Without a name, lists them.")
public final class BenchCommand implements Callable<Integer> {
  private static final String PREFIX = "bench-";
  private static final String SIMULATED = "recall, buffer";

  private final Machine machine;

  @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "What to measure.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "Handed to the measurement; after -- when it begins with a hyphen.")
  private List<String> arguments = new ArrayList<>();

  public BenchCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = machine.root().resolve("load-tests");
    if (name == null || !name.matches("[a-z0-9-]+")) {
      System.err.println("bora: say which: " + names(directory));
      return 2;
    }
    Path script = directory.resolve(PREFIX + name);
    if (!Files.isExecutable(script)) {
      System.err.println("bora: there is no bench '" + name + "'; there are: " + names(directory));
      return 2;
    }
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(arguments);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private static String names(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return SIMULATED;
    }
    try (Stream<Path> scripts = Files.list(directory)) {
      String all =
          scripts
              .filter(Files::isExecutable)
              .map(script -> script.getFileName().toString())
              .filter(script -> script.startsWith(PREFIX))
              .map(script -> script.substring(PREFIX.length()))
              .sorted()
              .collect(Collectors.joining(", "));
      return all.isEmpty() ? SIMULATED : all + ", " + SIMULATED;
    }
  }
}
