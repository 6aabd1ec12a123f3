package org.bora.devtools.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.launcher.command.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code bora bench NAME}: runs {@code load-tests/bench-NAME}, or the scenario {@code
 * load-tests/scenarios/NAME.scn}. Benches in simulated time are subcommands.
 */
@Command(
    name = "bench",
    description =
        "Runs a benchmark: bora bench handshake, put, stress, recall, buffer and others."
            + " Without a name, lists all benchmarks. `bora bench NAME --help` describes one.")
public final class BenchCommand implements Callable<Integer> {
  private static final String PREFIX = "bench-";
  private static final String SUFFIX = ".scn";
  private static final List<String> SIMULATED = List.of("recall", "buffer");

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Name of the benchmark.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "Arguments and options of the benchmark.")
  private List<String> arguments = new ArrayList<>();

  public BenchCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = machine.root().resolve("load-tests");
    if (name == null || !name.matches("[a-z0-9-]+")) {
      err().println("bora: say which: " + names(directory));
      return 2;
    }
    List<String> command = command(directory);
    if (command.isEmpty()) {
      err().println("bora: there is no bench '" + name + "'; there are: " + names(directory));
      return 2;
    }
    command.addAll(arguments);
    Process bench = new ProcessBuilder(command).inheritIO().start();
    // told to end, it ends and removes what it has started; until then this process stays
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> end(bench)));
    return bench.waitFor();
  }

  private static void end(Process bench) {
    bench.destroy();
    try {
      bench.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What runs the bench; empty when there is none of that name. */
  private List<String> command(Path directory) {
    Path script = directory.resolve(PREFIX + name);
    if (Files.isExecutable(script)) {
      return new ArrayList<>(List.of(script.toString()));
    }
    if (Files.isReadable(scenarios(directory).resolve(name + SUFFIX))) {
      return new ArrayList<>(List.of(directory.resolve("play-scenario").toString(), name));
    }
    return new ArrayList<>();
  }

  private static Path scenarios(Path directory) {
    return directory.resolve("scenarios");
  }

  private static String names(Path directory) throws IOException {
    List<String> all = new ArrayList<>(SIMULATED);
    for (Path place : List.of(directory, scenarios(directory))) {
      if (Files.isDirectory(place)) {
        try (Stream<Path> files = Files.list(place)) {
          files.flatMap(BenchCommand::named).forEach(all::add);
        }
      }
    }
    return all.stream().sorted().distinct().collect(Collectors.joining(", "));
  }

  private static Stream<String> named(Path file) {
    String text = file.getFileName().toString();
    if (text.startsWith(PREFIX) && Files.isExecutable(file)) {
      return Stream.of(text.substring(PREFIX.length()));
    }
    return text.endsWith(SUFFIX)
        ? Stream.of(text.substring(0, text.length() - SUFFIX.length()))
        : Stream.empty();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
