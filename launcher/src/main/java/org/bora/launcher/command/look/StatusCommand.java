package org.bora.launcher.command.look;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.server.control.LocalSocket;
import org.bora.server.home.Home;
import org.bora.server.process.PidFile;
import org.bora.server.status.Health;
import org.bora.server.status.HomeState;
import org.bora.server.status.ProcessState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code bora status}: what runs. Exits with 0 when Bora is ready, 3 when it does not run (LSB).
 */
@Command(
    name = "status",
    description = {
      "Shows what is running: the all-in-one or, if no home directory is given, the services"
          + " bora-frontend, bora-door and bora-backend of this machine. With --url shows a remote"
          + " process.",
      "Exit codes: 0 ready; 1 starting, draining or with a problem; 3 not running."
    })
public final class StatusCommand implements Callable<Integer> {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Mixin private RemoteOption remote;

  @Mixin private JsonOption json;

  @Mixin private WatchOption watch;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Working directory of `bora frontend`, `bora door` or `bora backend`.")
  private Path directory;

  public StatusCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return watch.run(this::once);
  }

  private int once() throws IOException, InterruptedException {
    if (remote.isGiven()) {
      return elsewhere();
    }
    Home home = homeOption.home(machine);
    if (directory != null || home.boraPid().running().isEmpty()) {
      Health halves = Health.of(halves());
      if (directory != null && !halves.runs()) {
        json.complain("no frontend, door or backend runs in " + directory);
      }
      if (directory != null || halves.runs()) {
        return shown(halves);
      }
    }
    return shown(HomeState.health(home, () -> state(home.control())));
  }

  private int elsewhere() throws IOException, InterruptedException {
    Optional<RemoteOption.Reply> reply = remote.call("GET", "/v1/health", "");
    if (reply.isEmpty()) {
      json.complain(NotRunning.at(remote));
      return ExitCode.NOT_RUNNING;
    }
    if (!reply.get().isDone()) {
      json.complain(reply.get().problem());
      return 1;
    }
    return shown(reply.get().as(Health.class));
  }

  /** Those that run: of the packages' units, or in the directory that was named. */
  private List<ProcessState> halves() throws IOException {
    List<ProcessState> found = new ArrayList<>();
    for (String name : List.of("frontend", "door", "backend")) {
      Optional<Path> place =
          directory == null
              ? homeOption.half(machine, name)
              : Optional.of(directory.toAbsolutePath().normalize());
      if (place.isPresent()) {
        Optional<Long> pid =
            new PidFile(place.get().resolve(name + ".pid"))
                .running()
                .map(entry -> entry.process().pid());
        Path socket = LocalSocket.of(place.get(), name);
        Health.ask(name, pid, () -> state(socket)).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<ProcessState> state(Path socket) throws IOException {
    Optional<RemoteOption.Reply> reply =
        LocalApi.call(socket, "GET", "/v1/status", "", LocalSocket.SHORT);
    return reply.isEmpty() ? Optional.empty() : Optional.of(reply.get().as(ProcessState.class));
  }

  private int shown(Health health) {
    if (json.wanted()) {
      out().println(MAPPER.writeValueAsString(health));
    } else {
      health.lines().forEach(out()::println);
    }
    return !health.runs() ? ExitCode.NOT_RUNNING : health.ready() ? 0 : 1;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
