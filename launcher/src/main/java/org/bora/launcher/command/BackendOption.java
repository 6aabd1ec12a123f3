package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.home.Home;
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
    Path socket = socket(machine);
    Optional<Answer> answer = ControlClient.ask(socket, verb);
    if (answer.isEmpty()) {
      System.err.println("bora: nothing runs that would answer at " + socket);
      return NOT_RUNNING;
    }
    answer.get().lines().forEach(answer.get().done() ? System.out::println : System.err::println);
    return answer.get().done() ? 0 : 1;
  }

  private Path socket(Machine machine) {
    if (directory != null) {
      return ProcessCommand.control(directory.toAbsolutePath().normalize(), "backend");
    }
    Home home = homeOption.home(machine);
    return home.control();
  }
}
