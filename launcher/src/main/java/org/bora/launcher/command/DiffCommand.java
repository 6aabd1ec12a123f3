package org.bora.launcher.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.config.Comparison;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.ConfigurationFile;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.wire.Reload;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code bora config diff}: what another configuration would change. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {
      "Tells key by key what file B says otherwise than file A, defaults included, and whether a"
          + " reload would take it or a restart is needed.",
      "Without files: what the file of a running Bora, or of both halves, says otherwise than it"
          + " runs with.",
      "Exit code 0: no differences; 1: some; 2: it could not be found out."
    })
public final class DiffCommand implements Callable<Integer> {
  private static final int SAME = 0;
  private static final int DIFFERENT = 1;
  private static final int TROUBLE = 2;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Machine machine;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "0..2", description = "A and B, or none.")
  private List<Path> files = List.of();

  @Mixin private ProcessOption running;

  @Option(
      names = "--json",
      description =
          "For programs: of two files a JSON list, of a running Bora an object with its lines.")
  private boolean json;

  public DiffCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    if (files.size() == 1) {
      err().println("bora: name two files, or none to ask the Bora that runs");
      return TROUBLE;
    }
    return files.isEmpty() ? askRunning() : compare();
  }

  private int compare() {
    Optional<Configuration> before = read(files.getFirst());
    Optional<Configuration> after = read(files.getLast());
    if (before.isEmpty() || after.isEmpty()) {
      return TROUBLE;
    }
    Comparison comparison = Comparison.of(before.get(), after.get());
    if (json) {
      out()
          .println(
              MAPPER.writeValueAsString(
                  comparison.changes().stream().map(DiffCommand::of).toList()));
    } else {
      comparison.lines().forEach(out()::println);
    }
    return comparison.changes().isEmpty() ? SAME : DIFFERENT;
  }

  private static Map<String, String> of(Comparison.Change change) {
    return Map.of(
        "key", change.difference().key(),
        "change", change.difference().text(),
        "takes", change.takes().name().toLowerCase(java.util.Locale.ROOT));
  }

  private Optional<Configuration> read(Path file) {
    return switch (ConfigurationFile.read(file)) {
      case ConfigurationFile.Outcome.Valid valid -> Optional.of(valid.configuration());
      case ConfigurationFile.Outcome.Invalid invalid -> {
        invalid.mistakes().forEach(err()::println);
        yield Optional.empty();
      }
    };
  }

  private int askRunning() throws IOException {
    List<Path> sockets = running.sockets(machine, "backend", "frontend");
    List<Answer> answers = new ArrayList<>();
    for (Path socket : sockets) {
      ControlClient.ask(socket, Reload.DIFFERENCES).ifPresent(answers::add);
    }
    if (answers.isEmpty()) {
      err().println("bora: nothing runs that would answer at " + sockets);
      return TROUBLE;
    }
    if (json) {
      List<String> lines = answers.stream().flatMap(answer -> answer.lines().stream()).toList();
      out().println(MAPPER.writeValueAsString(Map.of("lines", lines)));
    } else {
      for (Answer answer : answers) {
        answer.lines().forEach(answer.done() ? out()::println : err()::println);
      }
    }
    if (!answers.stream().allMatch(Answer::done)) {
      return TROUBLE;
    }
    // a difference has a line, and their sum one
    return answers.stream().allMatch(answer -> answer.lines().size() == 1) ? SAME : DIFFERENT;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
