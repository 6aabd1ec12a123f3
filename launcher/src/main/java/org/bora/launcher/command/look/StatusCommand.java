package org.bora.launcher.command.look;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.home.Home;
import org.bora.launcher.process.PidFile;
import org.bora.launcher.status.Asking;
import org.bora.launcher.status.HalfStatus;
import org.bora.launcher.status.HomeStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code bora status}: what runs. Exits with 0 when Bora is ready, 3 when it does not run (LSB).
 */
@Command(
    name = "status",
    description = {
      "Shows what is running: the all-in-one or, if no home directory is given, the"
          + " services bora-frontend and bora-backend of this machine. With --url shows a remote"
          + " process.",
      "Exit codes: 0 ready; 1 starting, draining or in trouble; 3 not running."
    })
public final class StatusCommand implements Callable<Integer> {
  private static final int NOT_RUNNING = 3;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Mixin private RemoteOption remote;

  @Mixin private JsonOption json;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Working directory of `bora frontend` or `bora backend`.")
  private Path directory;

  public StatusCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (remote.isGiven()) {
      return elsewhere();
    }
    Home home = homeOption.home(machine);
    if (directory != null || home.boraPid().running().isEmpty()) {
      List<HalfStatus> halves = halves();
      if (directory != null || !halves.isEmpty()) {
        Map<String, Object> told =
            HalfStatus.told(halves, "neither a frontend nor a backend runs in " + directory);
        return shown(MAPPER.valueToTree(told), !halves.isEmpty());
      }
    }
    HomeStatus status = HomeStatus.of(home, asking(home.control()));
    return shown(MAPPER.valueToTree(status.told()), status.runs());
  }

  private int elsewhere() throws IOException, InterruptedException {
    Optional<RemoteOption.Reply> reply = remote.call("GET", "/v1/health", "");
    if (reply.isEmpty()) {
      json.complain("nothing runs that would answer at " + remote);
      return NOT_RUNNING;
    }
    if (!reply.get().isDone()) {
      json.tell("ready", false, false, List.of(reply.get().problem()));
      return 1;
    }
    return shown(reply.get().json(), true);
  }

  /** Those that run: of the packages' units, or in the directory that was named. */
  private List<HalfStatus> halves() throws IOException {
    List<HalfStatus> found = new ArrayList<>();
    for (String name : List.of("frontend", "backend")) {
      Optional<Path> place =
          directory == null
              ? homeOption.half(machine, name)
              : Optional.of(directory.toAbsolutePath().normalize());
      if (place.isPresent()) {
        HalfStatus half = half(name, place.get());
        if (half.runs()) {
          found.add(half);
        }
      }
    }
    return found;
  }

  private static HalfStatus half(String name, Path place) throws IOException {
    Optional<PidFile.Entry> entry = new PidFile(place.resolve(name + ".pid")).running();
    return HalfStatus.of(
        name,
        entry.map(e -> OptionalLong.of(e.process().pid())).orElse(OptionalLong.empty()),
        place.toString(),
        asking(ControlServer.socket(place, name)));
  }

  private static Asking asking(Path socket) {
    return (verb, words) ->
        ControlClient.ask(
            socket, (verb + " " + String.join(" ", words)).strip(), ControlClient.SHORT);
  }

  private int shown(JsonNode told, boolean runs) {
    boolean ready = told.path("ready").asBoolean();
    if (json.wanted()) {
      out().println(MAPPER.writeValueAsString(told));
    } else if (told.path("lines").isArray()) {
      texts(told.path("lines")).forEach(out()::println);
    } else {
      for (Map.Entry<String, JsonNode> each : told.properties()) {
        if (!each.getKey().equals("ready")) {
          out().println(HomeStatus.line(each.getKey(), texts(each.getValue())));
        }
      }
    }
    return !runs ? NOT_RUNNING : ready ? 0 : 1;
  }

  /** Of a list its texts, else the one that is there. */
  private static List<String> texts(JsonNode said) {
    List<String> texts = new ArrayList<>();
    if (said.isArray()) {
      said.forEach(one -> texts.add(one.asString()));
    } else {
      texts.add(said.asString());
    }
    return texts;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
