package org.bora.launcher.command.change;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.ProcessOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.admin.ProcessRoutes;
import org.bora.server.drain.DrainState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bora drain}: takes a process out of service so that no client notices. */
@Command(
    name = "drain",
    description = {
      "Drains a running Bora before it is stopped: it reports that it is not ready, so that load"
          + " balancers and frontends send calls elsewhere. It answers calls that still arrive.",
      "Prints the progress; the command may be repeated. Exit codes: 0 order accepted, which"
          + " without --wait does not mean drained; 1 refused, or not drained within the time of"
          + " --wait; 3 not running.",
      "With --url, drains the process at that URL. If it cannot be reached, the exit code is 3."
    })
public final class DrainCommand implements Callable<Integer> {
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration LOOK_ELSEWHERE = Duration.ofSeconds(1);
  private static final String ROUTE = "/v1/drain";
  private static final String STATUS = "status";
  private static final String ALL_IN_ONE = "bora";

  private final Machine machine;

  @Mixin private ProcessOption processes;

  @Mixin private RemoteOption remote;

  @Mixin private JsonOption json;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      arity = "0..1",
      fallbackValue = "600",
      description =
          "Wait until the process may be stopped, for at most this many seconds (default: 600).")
  private Integer wait;

  @Option(
      names = "--close",
      description =
          "Also close the port of a frontend or door once load balancers have noticed, so that it"
              + " drains even if clients still connect. Cannot be undone.")
  private boolean close;

  @Option(
      names = "--undo",
      description = "Return the process to service. Possible until its port is closed.")
  private boolean undo;

  public DrainCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (undo && (wait != null || close)) {
      json.complain("--undo cannot be combined with --wait or --close");
      return 2;
    }
    Told told = ask(undo ? ProcessRoutes.UNDO : close ? ProcessRoutes.CLOSE : ProcessRoutes.BEGIN);
    if (told.asked() == 0) {
      return silent();
    }
    if (wait == null || !told.done()) {
      tell(told, told.done());
      return told.done() ? 0 : 1;
    }
    return await(told);
  }

  private int silent() {
    json.complain(NotRunning.at(remote.isGiven() ? remote : sockets()));
    return ExitCode.NOT_RUNNING;
  }

  private int await(Told first) throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(wait).toNanos();
    Told told = first;
    List<String> said = List.of();
    while (true) {
      if (told.asked() == 0 && remote.isGiven()) {
        return silent(); // stopped, or out of reach: from elsewhere the two look alike
      }
      boolean through = told.asked() == 0 || told.drained();
      if (!json.wanted() && !told.lines().equals(said)) {
        said = told.lines();
        tell(told, true);
      }
      if (through) {
        if (json.wanted()) {
          tell(told, true);
        }
        return 0; // one that was stopped meanwhile has nothing left either
      }
      if (System.nanoTime() > end) {
        if (json.wanted()) {
          tell(told, true);
        }
        json.complain(
            "not drained after "
                + wait
                + " s, and still draining. If clients still arrive, take the frontend out of the"
                + " load balancer, or close its port with --close");
        return 1;
      }
      Thread.sleep(remote.isGiven() ? LOOK_ELSEWHERE : LOOK);
      told = lookAgain();
    }
  }

  /** A remote process may be stopped while it answers. */
  private Told lookAgain() throws IOException, InterruptedException {
    try {
      return ask(STATUS);
    } catch (IOException lost) {
      if (remote.isGiven()) {
        return Told.NONE;
      }
      throw lost;
    }
  }

  private void tell(Told told, boolean well) {
    if (json.wanted()) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("drained", told.drained());
      object.put("processes", told.states());
      object.put("refused", told.refusals());
      json.print(object);
    } else {
      told.lines().forEach(line -> json.say(well, line));
    }
  }

  /**
   * The answers of all processes.
   *
   * @param states of the processes that obeyed
   * @param refusals of the others
   */
  private record Told(List<DrainState> states, List<String> refusals) {
    static final Told NONE = new Told(List.of(), List.of());

    int asked() {
      return states.size() + refusals.size();
    }

    boolean done() {
      return refusals.isEmpty();
    }

    boolean drained() {
      return done() && states.stream().allMatch(DrainState::mayBeStopped);
    }

    List<String> lines() {
      return Stream.concat(states.stream().map(Told::line), refusals.stream()).toList();
    }

    private static String line(DrainState state) {
      return (state.process().equals(ALL_IN_ONE) ? "" : state.process() + " ")
          + state.line()
          + (state.mayBeStopped() ? ": it may be stopped" : "");
    }
  }

  private Told ask(String order) throws IOException, InterruptedException {
    List<DrainState> states = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    if (remote.isGiven()) {
      add(remote.call(method(order), ROUTE, body(order)), states, refusals);
    } else {
      for (Path socket : sockets()) {
        add(LocalApi.call(socket, method(order), ROUTE, body(order)), states, refusals);
      }
    }
    return new Told(states, refusals);
  }

  private static String method(String order) {
    return order.equals(STATUS) ? "GET" : "POST";
  }

  private static String body(String order) {
    return order.equals(STATUS) ? "" : AdminOption.object("order", order);
  }

  private static void add(
      Optional<RemoteOption.Reply> reply, List<DrainState> states, List<String> refusals)
      throws IOException {
    if (reply.isPresent() && reply.get().isDone()) {
      states.add(reply.get().as(DrainState.class));
    } else if (reply.isPresent()) {
      refusals.add(reply.get().problem());
    }
  }

  private List<Path> sockets() {
    return processes.sockets(machine, "frontend", "door", "backend");
  }
}
