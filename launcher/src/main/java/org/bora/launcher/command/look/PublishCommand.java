package org.bora.launcher.command.look;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.BackendOption;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.control.Answer;
import org.bora.launcher.publish.PublishVerb;
import org.bora.launcher.publish.PublishedFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bora publish}: what the grid is told of this storage. */
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
    Optional<Answer> answer = backend.answer(machine, PublishVerb.NAME + " " + format);
    if (answer.isEmpty()) {
      return ExitCode.NOT_RUNNING;
    }
    List<String> lines = answer.get().lines();
    if (!answer.get().done()) {
      lines.forEach(line -> spec.commandLine().getErr().println("bora: " + line));
      return 1;
    }
    backend
        .answer(machine, PublishVerb.NAME + " notes")
        .ifPresent(notes -> notes.lines().forEach(spec.commandLine().getErr()::println));
    if (out == null) {
      lines.forEach(spec.commandLine().getOut()::println);
    } else {
      PublishedFile.write(out, lines);
    }
    return 0;
  }
}
