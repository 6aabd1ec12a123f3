package org.bora.devtools;

import java.util.List;
import org.bora.devtools.command.BenchCommand;
import org.bora.devtools.command.BufferBenchCommand;
import org.bora.devtools.command.RecallBenchCommand;
import org.bora.devtools.command.SimulateCommand;
import org.bora.devtools.command.TestCommand;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.VerbProvider;
import picocli.CommandLine;

/** The verbs of a checkout. */
public final class CheckoutVerbs implements VerbProvider {
  private static final List<String> NAMES = List.of("test", "bench", "simulate");

  /** For the service loader. */
  public CheckoutVerbs() {}

  @Override
  public List<String> names() {
    return NAMES;
  }

  @Override
  public CommandLine made(String name, Machine machine) {
    return switch (name) {
      case "test" -> new CommandLine(new TestCommand(machine));
      case "bench" ->
          new CommandLine(new BenchCommand(machine))
              // those of the measurement, --help among them
              .setUnmatchedOptionsArePositionalParams(true)
              .setStopAtPositional(true)
              .addSubcommand(new RecallBenchCommand(machine))
              .addSubcommand(new BufferBenchCommand(machine));
      case "simulate" -> new CommandLine(new SimulateCommand(machine));
      default -> throw new IllegalArgumentException(name);
    };
  }
}
