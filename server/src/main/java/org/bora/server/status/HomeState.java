package org.bora.server.status;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.server.drain.DrainState;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.Ports;
import org.bora.server.home.StartProgress;
import org.bora.server.process.PidFile;

/**
 * Children and endpoint of an all-in-one Bora, as the files of its home name them.
 *
 * @param bora pid of the process itself, if it runs
 * @param database the database that it started
 * @param gridftp the GridFTP server that it started
 * @param phase phase of its start, in lower case
 * @param progress the phase as a sentence
 * @param endpoint address for clients; absent until it is known
 */
public record HomeState(
    Optional<Long> bora,
    Child database,
    Child gridftp,
    String phase,
    String progress,
    Optional<Place> endpoint) {
  private static final String LINE = "%-9s %s";

  public HomeState {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(gridftp, "gridftp");
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(progress, "progress");
  }

  /**
   * A process that an all-in-one Bora starts.
   *
   * @param pid its pid, if it runs
   * @param port where it listens; 0 if no port has been chosen
   * @param ofTheSite whether the site runs this server itself, so that Bora does not
   */
  public record Child(Optional<Long> pid, int port, boolean ofTheSite) {

    private String line(String where) {
      return pid.map(number -> "process " + number + "  " + where + port)
          .orElse(ofTheSite ? "of the site, not run by Bora" : "not running");
    }
  }

  /**
   * An endpoint.
   *
   * @param answers whether something listens there
   */
  public record Place(String host, int port, String path, boolean answers) {
    private String line() {
      return host + ":" + port + " " + path;
    }
  }

  /** Looks at the files of a home, asks what runs in it, and knocks at its endpoint. */
  public static Health health(Home home, Asking asked) throws IOException {
    Ports ports = Ports.read(home.ports());
    StartProgress progress = StartProgress.read(home.progress());
    Optional<Long> pid = pid(home.boraPid());
    boolean begun = pid.isPresent() && progress.phase() == StartProgress.Phase.READY;
    // before the knock, which is a connection that a drain would wait for
    Optional<ProcessState> told =
        begun ? Health.ask("bora", pid, asked) : pid.map(number -> starting(Optional.of(number)));
    Optional<Endpoint> endpoint =
        pid.isPresent() ? Endpoint.read(home.endpoint()) : Optional.empty();
    HomeState state =
        new HomeState(
            pid,
            child(home.databasePid(), ports.of("database"), begun),
            child(home.gridftpPid(), ports.of("gridftp"), begun),
            progress.phase().name().toLowerCase(Locale.ROOT),
            progress.text(),
            endpoint.map(at -> new Place(at.host(), at.port(), at.sfnRoot(), at.answers())));
    boolean ready =
        begun
            && state.endpoint.filter(Place::answers).isPresent()
            && told.filter(ProcessState::ready).isPresent();
    return new Health(ready, told.stream().toList(), Optional.of(state));
  }

  private static ProcessState starting(Optional<Long> pid) {
    return new ProcessState(
        "bora",
        pid,
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        0,
        List.of(),
        List.of());
  }

  private static Optional<Long> pid(PidFile file) throws IOException {
    return file.running().map(entry -> entry.process().pid());
  }

  /** After the start of all parts, a part without a port does not belong to this home. */
  private static Child child(PidFile file, int port, boolean allStarted) throws IOException {
    Optional<Long> pid = pid(file);
    return new Child(pid, port, pid.isEmpty() && allStarted && port == 0);
  }

  /** For people. */
  List<String> lines(List<ProcessState> processes) {
    List<String> lines = new ArrayList<>();
    lines.add(LINE.formatted("bora", bora.map(pid -> "process " + pid).orElse("not running")));
    lines.add(LINE.formatted("database", database.line("127.0.0.1:")));
    lines.add(LINE.formatted("gridftp", gridftp.line("port ")));
    if (bora.isEmpty()) {
      if (database.pid().isPresent() || gridftp.pid().isPresent()) {
        lines.add(
            "Bora is not running, but its database or GridFTP server is. `bora up` reuses them;"
                + " `bora down` stops them.");
      }
      return lines;
    }
    Optional<ProcessState> process = processes.stream().findFirst();
    Optional<DrainState> leaving =
        process.filter(one -> !one.isServing()).flatMap(ProcessState::drain);
    lines.add(
        LINE.formatted("state", leaving.map(DrainState::line).orElse(phase + " " + progress)));
    boolean silent =
        endpoint.filter(at -> !at.answers()).isPresent()
            && leaving.filter(now -> !now.reversible()).isEmpty();
    lines.add(
        LINE.formatted(
            "endpoint",
            endpoint.map(Place::line).orElse("none yet") + (silent ? " (does not answer)" : "")));
    process.ifPresent(one -> details(one, lines));
    return lines;
  }

  private static void details(ProcessState process, List<String> lines) {
    process.calls().ifPresent(calls -> add(lines, "calls", calls.lines()));
    if (process.alarms() > 0) {
      lines.add(LINE.formatted("alarms", process.alarms() + ", see bora tape"));
    }
    add(lines, "warning", process.expiring());
    add(lines, "trouble", process.troubles().stream().map(Trouble::text).toList());
  }

  private static void add(List<String> lines, String name, List<String> texts) {
    for (int at = 0; at < texts.size(); at++) {
      lines.add(LINE.formatted(at == 0 ? name : "", texts.get(at)));
    }
  }
}
