package org.bora.launcher.admin;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.admin.Refused;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.ServiceState;

/**
 * What every process answers: what it is, by which configuration it goes, whether it is being taken
 * out of service.
 */
public final class ProcessRoutes {
  /**
   * A process.
   *
   * @param kind bora, frontend or backend
   */
  public record Identity(String kind, String version, Instant started) {
    public Identity {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(started, "started");
    }
  }

  private final Identity process;
  private final RunningConfiguration configuration;
  private final Map<String, ControlServer.Verb> verbs;
  private final Clock clock;

  /**
   * @param verbs what the local socket answers, of which some are told here, too
   */
  public ProcessRoutes(
      Identity process,
      RunningConfiguration configuration,
      Map<String, ControlServer.Verb> verbs,
      Clock clock) {
    this.process = Objects.requireNonNull(process, "process");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.verbs = Map.copyOf(verbs);
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    List<AdminRoute> routes = new ArrayList<>();
    routes.add(AdminRoute.look("/v1/status", call -> AdminReply.json(status())));
    routes.add(AdminRoute.look("/v1/config", call -> AdminReply.json(configuration.shown())));
    if (verbs.containsKey("drain")) {
      routes.add(AdminRoute.look("/v1/drain", call -> AdminReply.json(drain("status"))));
      routes.add(
          AdminRoute.change(
              "POST",
              "/v1/drain",
              call -> AdminReply.json(ordered(call.body().texts(Set.of("order"))))));
    }
    return routes;
  }

  private record Status(
      String process,
      String version,
      Instant started,
      long upSeconds,
      Optional<Drain> drain,
      List<String> calls,
      Optional<String> alarms) {}

  /**
   * What the first line of the verb says, and what is left to end.
   *
   * @param process its kind
   * @param reversible whether the order undo works
   */
  private record Drain(String process, String state, boolean reversible, List<String> left) {}

  private Status status() throws Refused {
    return new Status(
        process.kind(),
        process.version(),
        process.started(),
        Duration.between(process.started(), clock.instant()).toSeconds(),
        verbs.containsKey("drain") ? Optional.of(drain("status")) : Optional.empty(),
        told("calls"),
        told("alarms").stream().findFirst());
  }

  private List<String> told(String verb) {
    return Optional.ofNullable(verbs.get(verb))
        .map(known -> known.run(List.of()).lines())
        .orElse(List.of());
  }

  private Drain ordered(Map<String, String> body) throws Refused {
    String order = body.getOrDefault("order", "");
    if (!Set.of(DrainVerb.BEGIN, DrainVerb.UNDO, DrainVerb.CLOSE).contains(order)) {
      throw Refused.mistake(
          "nothing was changed", "order is '" + order + "'", "order begin, undo or close");
    }
    return drain(order);
  }

  private Drain drain(String order) throws Refused {
    Answer answer = verbs.get("drain").run(List.of(order));
    if (!answer.done()) {
      throw Refused.conflict(
          "nothing was changed", String.join("; ", answer.lines()), "start this process again");
    }
    String state = answer.lines().getFirst();
    return new Drain(
        process.kind(),
        state,
        ServiceState.of(state).filter(ServiceState::isReversible).isPresent(),
        answer.lines().subList(1, answer.lines().size()));
  }
}
