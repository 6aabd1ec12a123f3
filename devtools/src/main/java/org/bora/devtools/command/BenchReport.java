package org.bora.devtools.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.bora.devtools.bench.report.ReportFiles;
import org.bora.launcher.command.Machine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints and writes the results of a bench in simulated time. */
final class BenchReport {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Directory for ${COMMAND-NAME}.json and ${COMMAND-NAME}.html (default:"
              + " load-tests/target).")
  private Path directory;

  /** For people who wait for it. */
  PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** For everybody else. */
  ReportFiles files(Machine machine) {
    Path target = directory == null ? machine.root().resolve("load-tests/target") : directory;
    return ReportFiles.in(target, command.name());
  }
}
