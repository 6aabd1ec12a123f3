package org.bora.launcher.command.change;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.server.control.LocalSocket;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bora rebuild}: the database's view of the files, from the files. */
@Command(
    name = "rebuild",
    description = {
      "Rebuilds the database from the files of all storage areas: which files exist, where"
          + " their copies are, and which files must still be written to tape. Use it after the"
          + " loss of the database or after restoring a backup.",
      "Can run while clients are served, and can be repeated. Exit codes: 0 success; 1"
          + " refused; 3 not running."
    })
public final class RebuildCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private BackendOption backend;

  @Mixin private JsonOption json;

  @Option(
      names = "--area",
      paramLabel = "NAME",
      description = "Rebuild this storage area only (default: all).")
  private String area;

  @Option(names = "--dry-run", description = "Print what would be done and change nothing.")
  private boolean dryRun;

  @ArgGroup private Doubt doubt;

  /** What is believed of files that are not sealed for what they are. */
  private static final class Doubt {
    @Option(
        names = "--restored",
        description =
            "Also accept attributes that were sealed for another file of the same account. Needed"
                + " after restoring files from a backup or moving them to another filesystem.")
    private boolean restored;

    @Option(
        names = "--unsealed",
        description =
            "Accept all attributes except reservations without checking seals. Only for sites"
                + " that have lost their seal keys: a local account could claim another account's tape"
                + " copy.")
    private boolean unsealed;

    String belief() {
      return unsealed ? "unsealed" : restored ? "restored" : "";
    }
  }

  public RebuildCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    String body =
        AdminOption.object(
            "area",
            area == null ? "" : area,
            "belief",
            doubt == null ? "" : doubt.belief(),
            "dryRun",
            dryRun ? "true" : "");
    return backend.order(machine, "/v1/rebuild", body, LocalSocket.LONG, json);
  }
}
