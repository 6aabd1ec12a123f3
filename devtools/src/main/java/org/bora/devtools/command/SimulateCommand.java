package org.bora.devtools.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bora simulate}: runs {@code simulation/run}. The simulation is in no package. */
@Command(
    name = "simulate",
    description =
        "Simulates backends, clients and faults from seeds, and checks every promise after each"
            + " run. Exits with 1 at the first broken promise, and prints how to replay the run.")
public final class SimulateCommand implements Callable<Integer> {
  private final Machine machine;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the first run. Without --for and --years, the only one.")
  private Long seed;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "Time after which no further run begins, for example 10m. Default: 1m.")
  private String time;

  @Option(names = "--years", paramLabel = "Y", description = "Simulated years to run.")
  private Long years;

  @Option(names = "--runs", paramLabel = "N", description = "Maximum number of runs.")
  private Long runs;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Simulated time during which faults occur, for example 90s. Default: 30m.")
  private String until;

  @Option(
      names = "--only-faults",
      paramLabel = "N,N",
      description = "Numbers of the only faults to inject, to reduce the run of a seed.")
  private String onlyFaults;

  @Option(
      names = "--only-clients",
      paramLabel = "N,N",
      description = "Numbers of the only clients to run.")
  private String onlyClients;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description =
          "SVG file for the time line of the run that breaks a promise, or else of the last run."
              + " Default: simulation/target/run-SEED.svg.")
  private Path picture;

  @Option(
      names = "--whole",
      description = "Does not search for a smaller run that breaks the same promise.")
  private boolean whole;

  @Option(names = "--traces", description = "Prints the seed and the hash of each run.")
  private boolean traces;

  @Option(names = "--json", description = "Prints the result as one JSON object.")
  private boolean json;

  public SimulateCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path script = machine.root().resolve("simulation/run");
    if (!Files.isExecutable(script)) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("bora: simulate needs a checkout of the sources");
      return 2;
    }
    List<String> command = new ArrayList<>(List.of(script.toString()));
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("--seed", seed);
    values.put("--runs", runs);
    values.put("--for", time);
    values.put("--years", years);
    values.put("--until", until);
    values.put("--only-faults", onlyFaults);
    values.put("--only-clients", onlyClients);
    values.put("--picture", picture == null ? null : picture.toAbsolutePath());
    values.forEach(
        (option, value) -> {
          if (value != null) {
            command.add(option + "=" + value);
          }
        });
    if (whole) {
      command.add("--whole");
    }
    if (json) {
      command.add("--json");
    }
    if (traces) {
      command.add("--traces");
    }
    Process simulation = new ProcessBuilder(command).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(simulation::destroy));
    return simulation.waitFor();
  }
}
