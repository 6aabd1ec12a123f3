package org.bora.launcher.command.change;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.launcher.command.option.Terminal;
import org.bora.launcher.progress.Progress;
import org.bora.launcher.progress.ProgressLine;
import org.bora.launcher.progress.Watch;
import org.bora.server.control.LocalSocket;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code bora rebuild}: the database's view of the files, from the files. */
@Command(
    name = "rebuild",
    description = {
      "Rebuilds the database from the files of all storage areas: which files exist, where"
          + " their copies are, and which files must still be written to tape. Use it after the"
          + " loss of the database or after restoring a backup.",
      "Can run while clients are served, and can be repeated. Shows its progress on the error"
          + " output: on a terminal one line, elsewhere a line a minute; nothing with --json. Exit"
          + " codes: 0 success; 1 refused; 3 not running."
    })
public final class RebuildCommand implements Callable<Integer> {
  private static final String ROUTE = "/v1/rebuild";

  private final Machine machine;

  @Spec private CommandSpec spec;

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

  /** How files without a valid seal are treated. */
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
    if (json.wanted()) {
      return order(body);
    }
    PrintWriter out = spec.commandLine().getErr();
    ProgressLine line = new ProgressLine(out, Terminal.isOne(), System::nanoTime);
    try (Watch _ = Watch.begin(line, this::progress)) {
      return order(body);
    }
  }

  private int order(String body) throws IOException {
    return backend.order(machine, ROUTE, body, LocalSocket.LONG, json);
  }

  private Optional<Progress> progress() throws IOException {
    Optional<RemoteOption.Reply> reply = backend.api(machine, "GET", ROUTE, "");
    return reply.isPresent() && reply.get().isDone()
        ? progress(reply.get().json())
        : Optional.empty();
  }

  /** Of what the backend tells; empty where no rebuild runs. */
  static Optional<Progress> progress(JsonNode told) {
    if (!told.path("running").asBoolean(false)) {
      return Optional.empty();
    }
    int areas = told.path("areas").asInt(1);
    String which = areas == 1 ? "" : " (%d of %d)".formatted(told.path("number").asInt(1), areas);
    return Optional.of(
        new Progress(
            told.path("area").asString("") + which,
            "files",
            told.path("files").asLong(0),
            told.path("part").asDouble(0),
            Duration.ofSeconds(told.path("seconds").asLong(0))));
  }
}
