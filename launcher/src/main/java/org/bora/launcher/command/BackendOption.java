package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which running backend a verb asks: that of {@code bora up}, or one alone. */
final class BackendOption {
  static final int NOT_RUNNING = 3;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Of `bora backend`: the directory it was started with.")
  private Path directory;

  /**
   * Asks it and prints what it says.
   *
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  int ask(Machine machine, String verb) throws IOException {
    Optional<Answer> answer = answer(machine, verb);
    if (answer.isEmpty()) {
      return NOT_RUNNING;
    }
    answer.get().lines().forEach(answer.get().done() ? System.out::println : System.err::println);
    return answer.get().done() ? 0 : 1;
  }

  /** What it says; empty where it does not run, which is told. */
  Optional<Answer> answer(Machine machine, String verb) throws IOException {
    Optional<Answer> answer = find(machine, verb);
    if (answer.isEmpty()) {
      System.err.println("bora: nothing runs that would answer at " + sockets(machine));
    }
    return answer;
  }

  /** What the first says that listens; empty where none does. */
  Optional<Answer> find(Machine machine, String verb) throws IOException {
    for (Path socket : sockets(machine)) {
      Optional<Answer> answer = ControlClient.ask(socket, verb);
      if (answer.isPresent()) {
        return answer;
      }
    }
    return Optional.empty();
  }

  /** Where it may listen. */
  List<Path> sockets(Machine machine) {
    return directory == null
        ? homeOption.sockets(machine, "backend")
        : List.of(ProcessCommand.control(directory.toAbsolutePath().normalize(), "backend"));
  }
}
