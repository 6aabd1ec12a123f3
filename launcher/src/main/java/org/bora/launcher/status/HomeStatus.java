package org.bora.launcher.status;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.SilentProcess;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.ServiceState;
import org.bora.launcher.home.Endpoint;
import org.bora.launcher.home.Home;
import org.bora.launcher.home.Ports;
import org.bora.launcher.home.Progress;
import org.bora.launcher.process.PidFile;

/** What is told of all in one: itself, its children, its endpoint. */
public final class HomeStatus {
  private static final String NONE = "not running";
  private static final String OF_THE_SITE = "of the site, not run by Bora";
  private static final String HINT = "hint";

  private final Home home;
  private final Asking bora;
  private final Map<String, Object> found = new LinkedHashMap<>();
  private boolean runs;
  private boolean ready;
  private boolean closed;

  private HomeStatus(Home home, Asking bora) {
    this.home = Objects.requireNonNull(home, "home");
    this.bora = Objects.requireNonNull(bora, "bora");
  }

  /** Looks at the files of a home, asks what runs in it, and knocks at its endpoint. */
  public static HomeStatus of(Home home, Asking bora) throws IOException {
    HomeStatus status = new HomeStatus(home, bora);
    status.look();
    return status;
  }

  /** Whether Bora itself runs. */
  public boolean runs() {
    return runs;
  }

  /** Whether it serves. */
  public boolean ready() {
    return ready;
  }

  /** {@code ready}, and what was found out by its name, in the order in which it is told. */
  public Map<String, Object> told() {
    Map<String, Object> object = new LinkedHashMap<>(Map.of("ready", ready));
    object.putAll(found);
    return object;
  }

  /** A line of what was found out: a name of {@link #told} and what is said. */
  public static String line(String name, List<String> said) {
    return name.equals(HINT)
        ? said.getFirst()
        : "%-9s %s".formatted(name, String.join(System.lineSeparator() + " ".repeat(10), said));
  }

  private void look() throws IOException {
    Ports ports = Ports.read(home.ports());
    Progress progress = Progress.read(home.progress());
    runs = process("bora", home.boraPid(), "", NONE);
    boolean begun = runs && progress.phase() == Progress.Phase.READY;
    boolean database = child(home.databasePid(), "database", "127.0.0.1:", ports, begun);
    boolean gridftp = child(home.gridftpPid(), "gridftp", "port ", ports, begun);
    if (!runs) {
      if (database || gridftp) {
        found.put(
            HINT, "Bora itself is gone; `bora up` takes its children over, `bora down` ends them.");
      }
      return;
    }
    Optional<Endpoint> endpoint = Endpoint.read(home.endpoint());
    boolean answers = endpoint.filter(Endpoint::answers).isPresent();
    found.put("state", progress.phase().name().toLowerCase(Locale.ROOT) + " " + progress.text());
    boolean open = !begun || inService();
    found.put(
        "endpoint",
        endpoint.map(Endpoint::toString).orElse("none yet")
            + (answers || closed ? "" : " (does not answer)"));
    ready = begun && answers && asked() && open;
  }

  /** Whether it is neither draining nor closed; otherwise its state says so, and what is left. */
  private boolean inService() throws IOException {
    List<String> drain;
    try {
      drain = bora.told(DrainVerb.NAME, DrainVerb.STATUS);
    } catch (SilentProcess silent) {
      return true; // said once, by what is asked next
    }
    Optional<ServiceState> state = drain.stream().findFirst().flatMap(ServiceState::of);
    if (state.isEmpty() || state.get() == ServiceState.SERVING) {
      return true;
    }
    found.put("state", drain);
    closed = !state.get().isReversible();
    return false;
  }

  /** What it says itself; whether it does in time. */
  private boolean asked() throws IOException {
    try {
      bora.ask("calls")
          .map(Answer::lines)
          .filter(calls -> !calls.isEmpty())
          .ifPresent(calls -> found.put("calls", calls));
      alarms();
      List<String> unserved = bora.told("unserved");
      if (!unserved.isEmpty()) {
        found.put("trouble", unserved);
      }
      return unserved.isEmpty();
    } catch (SilentProcess silent) {
      found.put("trouble", silent.getMessage());
      return false;
    }
  }

  /** Only said where there are any: most sites have none, many have no tape. */
  private void alarms() throws IOException {
    bora.ask("alarms")
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
