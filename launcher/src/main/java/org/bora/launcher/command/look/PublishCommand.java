package org.bora.launcher.command.look;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.BackendOption;
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
      "Writes what the grid is told of this storage: srr, the JSON of WLCG Storage Resource"
          + " Reporting; glue2, GLUE 2.0 as LDIF for the provider of a BDII.",
      "What is left out, and why, goes to the error output.",
      "Exit code 0: written; 1: it could not be; 3: not running, and a file of before stays."
    })
public final class PublishCommand implements Callable<Integer> {
  private static final int CALLED_WRONGLY = 2;

  private final Machine machine;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "srr|glue2", description = "The format.")
  private String format;

  @Mixin private BackendOption backend;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Replace this file, all at once (default: the standard output).")
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
      return BackendOption.NOT_RUNNING;
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
