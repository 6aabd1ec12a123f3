package org.bora.launcher.command.change;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.ProcessOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlClient;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.ServiceState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code bora drain}: takes a process out of service so that no client notices. */
@Command(
    name = "drain",
    description = {
      "Drains a running Bora before it is stopped: its health says not ready, so that load"
          + " balancers and frontends send calls elsewhere. Calls that still arrive are answered.",
      "Prints the progress; the command may be repeated. Exit codes: 0 drained; 1 refused,"
          + " or not drained within the time of --wait; 3 not running.",
      "With --url the command goes to that process. If that process cannot be reached, the"
          + " exit code is 3."
    })
public final class DrainCommand implements Callable<Integer> {
  private static final int NOT_RUNNING = 3;
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration LOOK_ELSEWHERE = Duration.ofSeconds(1);
  private static final String ROUTE = "/v1/drain";
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
          "Also close the SRM port of a frontend once load balancers have noticed, so that it drains"
              + " even if clients still come. Cannot be undone.")
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
    Told told = ask(undo ? DrainVerb.UNDO : close ? DrainVerb.CLOSE : DrainVerb.BEGIN);
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
    json.complain("nothing runs that would answer at " + (remote.isGiven() ? remote : sockets()));
    return NOT_RUNNING;
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
                + " s, and still draining. If clients still arrive, take the frontend out of the load"
                + " balancer, or close its port with --close");
        return 1;
      }
      Thread.sleep(remote.isGiven() ? LOOK_ELSEWHERE : LOOK);
      told = lookAgain();
    }
  }

  /** One elsewhere may be stopped in the midst of its answer. */
  private Told lookAgain() throws IOException, InterruptedException {
    try {
      return ask(DrainVerb.STATUS);
    } catch (IOException lost) {
      if (remote.isGiven()) {
        return new Told(0, true, true, List.of());
      }
      throw lost;
    }
  }

  private void tell(Told told, boolean well) {
    json.tell("drained", told.asked() == 0 || told.drained(), well, told.lines());
  }

  /** What all that were asked said together. */
  private record Told(int asked, boolean done, boolean drained, List<String> lines) {}

  private Told ask(String order) throws IOException, InterruptedException {
    return remote.isGiven() ? askElsewhere(order) : askHere(order);
  }

  private Told askElsewhere(String order) throws IOException, InterruptedException {
    Optional<RemoteOption.Reply> reply =
        order.equals(DrainVerb.STATUS)
            ? remote.call("GET", ROUTE, "")
            : remote.call("POST", ROUTE, AdminOption.object("order", order));
    if (reply.isEmpty()) {
      return new Told(0, true, true, List.of());
    }
    if (!reply.get().isDone()) {
      return new Told(1, false, false, List.of(reply.get().problem()));
    }
    JsonNode answer = reply.get().json();
    List<String> text = new ArrayList<>(List.of(answer.path("state").asString()));
    answer.path("left").forEach(left -> text.add(left.asString()));
    String process = answer.path("process").asString("");
    return told(process.equals(ALL_IN_ONE) ? "" : process + " ", new Answer(true, text));
  }

  private static Told told(String name, Answer answer) {
    List<String> text = answer.lines();
    boolean through =
        !text.isEmpty()
            && ServiceState.of(text.getFirst()).filter(ServiceState::mayBeStopped).isPresent();
    String line = name + String.join("; ", text) + (through ? ": it may be stopped" : "");
    return new Told(1, answer.done(), through, List.of(line));
  }

  private Told askHere(String order) throws IOException {
    int asked = 0;
    boolean done = true;
    boolean drained = true;
    List<String> lines = new ArrayList<>();
    for (Path socket : sockets()) {
      Optional<Answer> answer = ControlClient.ask(socket, DrainVerb.NAME + " " + order);
      if (answer.isPresent()) {
        Told one = told(name(socket), answer.get());
        asked++;
        done &= one.done();
        drained &= one.drained();
        lines.addAll(one.lines());
      }
    }
    return new Told(asked, done, drained, lines);
  }

  private String name(Path socket) {
    String file = socket.getFileName().toString();
    return file.endsWith(".control") ? file.replace(".control", " ") : "";
  }

  private List<Path> sockets() {
    return processes.sockets(machine, "frontend", "backend");
  }
}
