package org.bora.launcher.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.control.SilentProcess;
import org.bora.launcher.home.Endpoint;
import org.bora.launcher.home.Home;
import org.bora.launcher.home.Ports;
import org.bora.launcher.home.Progress;
import org.bora.launcher.process.PidFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bora status}: what runs. Exits with 0 when Bora is ready, 3 when it does not run (LSB).
 */
@Command(
    name = "status",
    description = {
      "Tells what runs: all in one or, where no home is named, the services bora-frontend and"
          + " bora-backend of this machine.",
      "Exit code 0: ready; 1: starting or in trouble; 3: not running."
    })
public final class StatusCommand implements Callable<Integer> {
  private static final int NOT_RUNNING = 3;
  private static final String NONE = "not running";
  private static final String OF_THE_SITE = "of the site, not run by Bora";

  private static final String HINT = "hint";

  private final Machine machine;

  /** What was found out, by its name, in the order in which it is told. */
  private final Map<String, Object> found = new LinkedHashMap<>();

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Mixin private JsonOption json;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Of `bora frontend` or `bora backend`: the directory they were started with.")
  private Path directory;

  public StatusCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    Home home = homeOption.home(machine);
    if (directory != null || home.boraPid().running().isEmpty()) {
      List<HalfStatus> halves = halves();
      if (directory != null || !halves.isEmpty()) {
        return told(halves);
      }
    }
    return told(home);
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
        HalfStatus half = HalfStatus.of(name, place.get());
        if (half.runs()) {
          found.add(half);
        }
      }
    }
    return found;
  }

  private int told(List<HalfStatus> halves) {
    boolean well = !halves.isEmpty() && halves.stream().allMatch(HalfStatus::well);
    List<String> lines =
        halves.isEmpty()
            ? List.of("neither a frontend nor a backend runs in " + directory)
            : halves.stream().flatMap(half -> half.lines().stream()).toList();
    json.tell("ready", well, true, lines);
    return halves.isEmpty() ? NOT_RUNNING : well ? 0 : 1;
  }

  private int told(Home home) throws IOException {
    Ports ports = Ports.read(home.ports());
    Progress progress = Progress.read(home.progress());
    boolean bora = process("bora", home.boraPid(), "", NONE);
    boolean ready = bora && progress.phase() == Progress.Phase.READY;
    boolean database = child(home.databasePid(), "database", "127.0.0.1:", ports, ready);
    boolean gridftp = child(home.gridftpPid(), "gridftp", "port ", ports, ready);
    if (!bora) {
      if (database || gridftp) {
        found.put(
            HINT, "Bora itself is gone; `bora up` takes its children over, `bora down` ends them.");
      }
      return shown(false, NOT_RUNNING);
    }
    Optional<Endpoint> endpoint = Endpoint.read(home.endpoint());
    boolean answers = endpoint.filter(Endpoint::answers).isPresent();
    found.put("state", progress.phase().name().toLowerCase(Locale.ROOT) + " " + progress.text());
    found.put(
        "endpoint",
        endpoint.map(Endpoint::toString).orElse("none yet")
            + (answers ? "" : " (does not answer)"));
    boolean well = ready && answers && asked(home);
    return shown(well, well ? 0 : 1);
  }

  /** What it says itself; whether it does in time. */
  private boolean asked(Home home) throws IOException {
    try {
      ControlClient.ask(home.control(), "calls", ControlClient.SHORT)
          .map(Answer::lines)
          .filter(calls -> !calls.isEmpty())
          .ifPresent(calls -> found.put("calls", calls));
      alarms(home);
      return true;
    } catch (SilentProcess silent) {
      found.put("trouble", silent.getMessage());
      return false;
    }
  }

  private int shown(boolean ready, int code) {
    if (json.wanted()) {
      Map<String, Object> object = new LinkedHashMap<>(Map.of("ready", ready));
      object.putAll(found);
      json.print(object);
    } else {
      found.forEach((name, said) -> out().println(line(name, said)));
    }
    return code;
  }

  /** Several lines of one name stand below one another. */
  private static String line(String name, Object said) {
    if (name.equals(HINT)) {
      return said.toString();
    }
    String indented = said instanceof List<?> many ? joined(many) : said.toString();
    return "%-9s %s".formatted(name, indented);
  }

  private static String joined(List<?> lines) {
    return lines.stream()
        .map(Object::toString)
        .collect(Collectors.joining(System.lineSeparator() + " ".repeat(10)));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Only said where there are any: most sites have none, many have no tape. */
  private void alarms(Home home) throws IOException {
    Optional<Answer> answer = ControlClient.ask(home.control(), "alarms", ControlClient.SHORT);
    answer
        .filter(told -> told.done() && !told.lines().equals(List.of("0")))
        .ifPresent(told -> found.put("alarms", told.lines().getFirst() + ", see bora tape"));
  }

  /** One that never had a port here is none of ours, once all that is ours was started. */
  private boolean child(PidFile file, String name, String before, Ports ports, boolean allStarted)
      throws IOException {
    int port = ports.of(name);
    return process(name, file, before + port, allStarted && port == 0 ? OF_THE_SITE : NONE);
  }

  private boolean process(String name, PidFile file, String where, String otherwise)
      throws IOException {
    Optional<PidFile.Entry> entry = file.running();
    found.put(
        name,
        entry.map(e -> ("process " + e.process().pid() + "  " + where).strip()).orElse(otherwise));
    return entry.isPresent();
  }
}
