package org.bora.launcher.command.option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.launcher.command.Machine;
import org.bora.server.control.LocalSocket;
import org.bora.server.home.Home;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Selects the running backend that a verb asks: that of {@code bora up}, or a separate one. */
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
   * Gives an order, and prints the result.
   *
   * @param path encoded
   * @param body empty for none
   * @param limit longest time to wait
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  public int order(Machine machine, String path, String body, Duration limit, JsonOption json)
      throws IOException {
    Optional<RemoteOption.Reply> reply = api(machine, "POST", path, body, limit);
    return reply.isEmpty() ? ExitCode.NOT_RUNNING : json.tell(reply.get());
  }

  /** The answer of a route; empty if it does not run, which is reported. */
  public Optional<RemoteOption.Reply> look(Machine machine, String path) throws IOException {
    return api(machine, "GET", path, "", LocalSocket.USUAL);
  }

  private Optional<RemoteOption.Reply> api(
      Machine machine, String method, String path, String body, Duration limit) throws IOException {
    for (Path socket : sockets(machine)) {
      Optional<RemoteOption.Reply> reply = LocalApi.call(socket, method, path, body, limit);
      if (reply.isPresent()) {
        return reply;
      }
    }
    tellNone(machine);
    return Optional.empty();
  }

  private void tellNone(Machine machine) {
    spec.commandLine().getErr().println("bora: " + NotRunning.at(sockets(machine)));
  }

  /**
   * The answer of a route of the admin API, through the socket; empty if no process listens.
   *
   * @param path encoded, with its parameters
   * @param body empty for none
   * @throws IOException if the listener does not speak HTTP, or its answer is truncated
   */
  public Optional<RemoteOption.Reply> api(Machine machine, String method, String path, String body)
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

  /** Where it may listen. */
  List<Path> sockets(Machine machine) {
    return directory == null
        ? homeOption.sockets(machine, "backend")
        : List.of(LocalSocket.of(directory.toAbsolutePath().normalize(), "backend"));
  }
}
