package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.bora.launcher.bench.recall.RecallBench;
import org.bora.launcher.bench.report.ReportFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bora bench recall}. */
@Command(
    name = "recall",
    description =
        "Recalls from tape in simulated time: mounts, hours and waits of Bora's order, of others,"
            + " and the lower bound. Exits with 1 if a target is missed.",
    showDefaultValues = true)
public final class RecallBenchCommand implements Callable<Integer> {
  private final Machine machine;

  @Spec private CommandSpec spec;

  @Option(names = "--files", paramLabel = "N", description = "Recalls.")
  private int files = 10_000;

  @Option(names = "--volumes", paramLabel = "N", description = "Volumes they lie on.")
  private int volumes = 200;

  @Option(names = "--drives", paramLabel = "N", description = "Drives.")
  private int drives = 4;

  @Option(names = "--seed", paramLabel = "N", description = "Of the random requests.")
  private long seed = 1;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "For recall.json and recall.html (default: load-tests/target).")
  private Path directory;

  public RecallBenchCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    Path target = directory == null ? machine.root().resolve("load-tests/target") : directory;
    boolean met =
        new RecallBench(files, volumes, drives, seed)
            .run(spec.commandLine().getOut(), ReportFiles.in(target, "recall"));
    return met ? 0 : 1;
  }
}
