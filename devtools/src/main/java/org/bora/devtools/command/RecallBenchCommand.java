package org.bora.devtools.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.devtools.bench.recall.RecallBench;
import org.bora.launcher.command.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bora bench recall}. */
@Command(
    name = "recall",
    description =
        "Simulates recalls from tape and compares mounts, duration and waiting times of"
            + " Bora's recall order with other orders and with the lower bound. Exits with 1 if a"
            + " target is missed.",
    showDefaultValues = true)
public final class RecallBenchCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private BenchReport report;

  @Option(names = "--files", paramLabel = "N", description = "Number of files to recall.")
  private int files = 10_000;

  @Option(
      names = "--volumes",
      paramLabel = "N",
      description = "Number of volumes that hold the files.")
  private int volumes = 200;

  @Option(names = "--drives", paramLabel = "N", description = "Number of drives.")
  private int drives = 4;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the random requests.")
  private long seed = 1;

  public RecallBenchCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    boolean met =
        new RecallBench(files, volumes, drives, seed).run(report.out(), report.files(machine));
    return met ? 0 : 1;
  }
}
