package org.bora.launcher.command.look;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.publish.PublishedFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bora publish}: prints the published description of this storage. */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the information that is published to the grid. Formats: srr, WLCG Storage"
          + " Resource Reporting in JSON; glue2, GLUE 2.0 in LDIF for a BDII provider.",
      "Omitted values and the reasons are printed to standard error.",
      "Exit codes: 0 success; 1 failed; 3 not running. On failure an existing output file"
          + " is kept."
    })
public final class PublishCommand implements Callable<Integer> {
  private static final int CALLED_WRONGLY = 2;
  private static final String ROUTE = "/v1/publish/";

  private final Machine machine;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "srr|glue2", description = "Output format: srr or glue2.")
  private String format;

  @Mixin private BackendOption backend;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "File to replace atomically (default: standard output).")
  private Path out;

  public PublishCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    if (!List.of("srr", "glue2").contains(format)) {
      spec.commandLine().getErr().println("bora: '" + format + "' is no format: srr or glue2");
      return CALLED_WRONGLY;
    }
    Optional<RemoteOption.Reply> reply = backend.look(machine, ROUTE + format);
    if (reply.isEmpty()) {
      return ExitCode.NOT_RUNNING;
    }
    if (!reply.get().isDone()) {
      spec.commandLine().getErr().println("bora: " + reply.get().problem());
      return 1;
    }
    List<String> lines = reply.get().body().lines().toList();
    backend
        .look(machine, ROUTE + "notes")
        .ifPresent(notes -> notes.body().lines().forEach(spec.commandLine().getErr()::println));
    if (out == null) {
      lines.forEach(spec.commandLine().getOut()::println);
    } else {
      PublishedFile.write(out, lines);
    }
    return 0;
  }
}
