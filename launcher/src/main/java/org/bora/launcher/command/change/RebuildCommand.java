package org.bora.launcher.command.change;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.control.ControlClient;
import picocli.CommandLine.ArgGroup;
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

  @ArgGroup private Doubt doubt;

  /** What is believed of files that are not sealed for what they are. */
  private static final class Doubt {
    @Option(
        names = "--restored",
        description = {
          "Believe also what was sealed for another file of the same account: after a restore from"
              + " a backup, or a move to another filesystem."
        })
    private boolean restored;

    @Option(
        names = "--unsealed",
        description = {
          "Believe all that files say but for reservations: only where the seal keys are lost. An"
              + " account can claim another's copy on tape then."
        })
    private boolean unsealed;

    String words() {
      return (restored ? " restored" : "") + (unsealed ? " unsealed" : "");
    }
  }

  public RebuildCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    StringBuilder verb = new StringBuilder("rebuild");
    if (dryRun) {
      verb.append(" dry-run");
    }
    if (doubt != null) {
      verb.append(doubt.words());
    }
    if (area != null) {
      verb.append(" area ").append(area);
    }
    return backend.ask(machine, verb.toString(), ControlClient.LONG, json::tell);
  }
}
