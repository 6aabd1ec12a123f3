package org.bora.launcher.command.option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bora.launcher.command.Machine;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.home.Home;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which running backend a verb asks: that of {@code bora up}, or one alone. */
public final class BackendOption {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Working directory of `bora backend`.")
  private Path directory;

  /**
   * Asks it and tells what it says.
   *
   * @param limit how long is waited at most
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  public int ask(Machine machine, String verb, Duration limit, Consumer<Answer> tell)
      throws IOException {
    Optional<Answer> answer = find(machine, verb, limit);
    if (answer.isEmpty()) {
      tellNone(machine);
      return ExitCode.NOT_RUNNING;
    }
    tell.accept(answer.get());
    return answer.get().done() ? 0 : 1;
  }

  /** What it says; empty where it does not run, which is told. */
  public Optional<Answer> answer(Machine machine, String verb) throws IOException {
    Optional<Answer> answer = find(machine, verb, ControlClient.USUAL);
    if (answer.isEmpty()) {
      tellNone(machine);
    }
    return answer;
  }

  private void tellNone(Machine machine) {
    spec.commandLine()
        .getErr()
        .println("bora: nothing runs that would answer at " + sockets(machine));
  }

  /**
   * What a route of the administrators' port says, asked by the socket; empty where none listens.
   *
   * @param path encoded, with its parameters
   * @param body empty for none
   * @throws IOException what listens does not know routes
   */
  Optional<RemoteOption.Reply> api(Machine machine, String method, String path, String body)
      throws IOException {
    for (Path socket : sockets(machine)) {
      Optional<RemoteOption.Reply> reply = LocalApi.call(socket, method, path, body);
      if (reply.isPresent()) {
        return reply;
      }
    }
    return Optional.empty();
  }

  /** The home it lives in. */
  Home home(Machine machine) {
    return homeOption.home(machine);
  }

  /** What the first says that listens; empty where none does. */
  private Optional<Answer> find(Machine machine, String verb, Duration limit) throws IOException {
    for (Path socket : sockets(machine)) {
      Optional<Answer> answer = ControlClient.ask(socket, verb, limit);
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
        : List.of(ControlServer.socket(directory.toAbsolutePath().normalize(), "backend"));
  }
}
