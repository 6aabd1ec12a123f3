package org.bora.launcher.command.change;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.control.ControlClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bora rebuild}: the database's view of the files, from the files. */
@Command(
    name = "rebuild",
    description = {
      "Reads all areas and enters into the database what files are there, where their bytes are and"
          + " what waits for tape: after a database was lost, or restored from a backup.",
      "Can be done while clients are served, and again. Exit code 0: done; 1: refused; 3: not"
          + " running."
    })
public final class RebuildCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private BackendOption backend;

  @Mixin private JsonOption json;

  @Option(names = "--area", paramLabel = "NAME", description = "This one only (default: all).")
  private String area;

  @Option(names = "--dry-run", description = "Tell what would be done, and do nothing.")
  private boolean dryRun;

  public RebuildCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    StringBuilder verb = new StringBuilder("rebuild");
    if (dryRun) {
      verb.append(" dry-run");
    }
    if (area != null) {
      verb.append(" area ").append(area);
    }
    return backend.ask(machine, verb.toString(), ControlClient.LONG, json::tell);
  }
}
