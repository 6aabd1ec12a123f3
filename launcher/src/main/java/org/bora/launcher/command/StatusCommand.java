package org.bora.launcher.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
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

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

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
    if (halves.isEmpty()) {
      out().println("neither a frontend nor a backend runs in " + directory);
      return NOT_RUNNING;
    }
    halves.forEach(half -> half.lines().forEach(out()::println));
    return halves.stream().allMatch(HalfStatus::well) ? 0 : 1;
  }

  private int told(Home home) throws IOException {
    Ports ports = Ports.read(home.ports());
    Progress progress = Progress.read(home.progress());
    boolean bora = line("bora", home.boraPid(), "", NONE);
    boolean ready = bora && progress.phase() == Progress.Phase.READY;
    boolean database = child(home.databasePid(), "database", "127.0.0.1:", ports, ready);
    boolean gridftp = child(home.gridftpPid(), "gridftp", "port ", ports, ready);
    if (!bora) {
      if (database || gridftp) {
        out()
            .println(
                "Bora itself is gone; `bora up` takes its children over, `bora down` ends them.");
      }
      return NOT_RUNNING;
    }
    Optional<Endpoint> endpoint = Endpoint.read(home.endpoint());
    boolean answers = endpoint.filter(Endpoint::answers).isPresent();
    out()
        .println(
            "state     "
                + progress.phase().name().toLowerCase(java.util.Locale.ROOT)
                + " "
                + progress.text());
    out()
        .println(
            "endpoint  "
                + endpoint.map(Endpoint::toString).orElse("none yet")
                + (answers ? "" : " (does not answer)"));
    calls(home);
    alarms(home);
    return progress.phase() == Progress.Phase.READY && answers ? 0 : 1;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private void calls(Home home) throws IOException {
    String name = "calls     ";
    for (String line :
        ControlClient.ask(home.control(), "calls").map(Answer::lines).orElse(List.of())) {
      out().println(name + line);
      name = " ".repeat(name.length());
    }
  }

  /** Only said where there are any: most sites have none, many have no tape. */
  private void alarms(Home home) throws IOException {
    Optional<Answer> answer = ControlClient.ask(home.control(), "alarms");
    answer
        .filter(told -> told.done() && !told.lines().equals(List.of("0")))
        .ifPresent(
            told -> out().println("alarms    " + told.lines().getFirst() + ", see bora tape"));
  }

  /** One that never had a port here is none of ours, once all that is ours was started. */
  private boolean child(PidFile file, String name, String before, Ports ports, boolean allStarted)
      throws IOException {
    int port = ports.of(name);
    return line(name, file, before + port, allStarted && port == 0 ? OF_THE_SITE : NONE);
  }

  private boolean line(String name, PidFile file, String where, String otherwise)
      throws IOException {
    Optional<PidFile.Entry> entry = file.running();
    out()
        .printf(
            "%-9s %s%n",
            name,
            entry
                .map(e -> ("process " + e.process().pid() + "  " + where).strip())
                .orElse(otherwise));
    return entry.isPresent();
  }
}
