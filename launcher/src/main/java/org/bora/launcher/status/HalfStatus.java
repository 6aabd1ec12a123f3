package org.bora.launcher.status;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.figures.LinkFigures;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.SilentProcess;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.ServiceState;

/**
 * What is told of a half that runs alone, as the packages' services do.
 *
 * @param runs whether there is one
 * @param well whether it answers, is in service, and has what it needs
 * @param lines for people
 * @param parts what it says of others that it depends on, for programs: {@code backends}
 */
public record HalfStatus(
    boolean runs, boolean well, List<String> lines, Map<String, Object> parts) {
  public HalfStatus {
    lines = List.copyOf(lines);
    parts = Map.copyOf(parts);
  }

  private HalfStatus(boolean runs, boolean well, List<String> lines) {
    this(runs, well, lines, Map.of());
  }

  /**
   * Asks one.
   *
   * @param name {@code frontend} or {@code backend}
   * @param process its number, where that is known
   * @param place where it was started, for people
   */
  public static HalfStatus of(String name, OptionalLong process, String place, Asking half)
      throws IOException {
    String which = process.isPresent() ? "process " + process.getAsLong() : "in " + place;
    try {
      Optional<Answer> drain = half.ask(DrainVerb.NAME, DrainVerb.STATUS);
      return process.isEmpty() && drain.isEmpty()
          ? new HalfStatus(false, false, List.of())
          : of(name, which, half, drain);
    } catch (SilentProcess silent) {
      List<String> lines = List.of(line(name, which, "does not answer"), more(silent.getMessage()));
      return new HalfStatus(true, false, lines);
    }
  }

  private static HalfStatus of(String name, String which, Asking half, Optional<Answer> drain)
      throws IOException {
    Optional<Answer> lack =
        name.equals("backend")
            ? half.ask("health").filter(health -> !health.done())
            : Optional.empty();
    String state =
        drain.map(told -> String.join("; ", told.lines())).orElse("does not answer, see its log");
    List<String> lines = new ArrayList<>();
    lines.add(line(name, which, state));
    lack.ifPresent(health -> lines.add(more("in trouble: " + String.join("; ", health.lines()))));
    List<String> unserved = name.equals("backend") ? half.told("unserved") : List.of();
    unserved.forEach(line -> lines.add(more("in trouble: " + line)));
    Map<String, Object> parts = new LinkedHashMap<>();
    boolean linked = !name.equals("frontend") || backends(half, lines, parts);
    half.told("calls").forEach(line -> lines.add(more(line)));
    half.told("alarms").stream()
        .findFirst()
        .filter(count -> !count.equals("0"))
        .ifPresent(count -> lines.add("%-9s %s, see bora tape".formatted("alarms", count)));
    boolean well =
        drain.filter(HalfStatus::serves).isPresent()
            && lack.isEmpty()
            && unserved.isEmpty()
            && linked;
    return new HalfStatus(true, well, lines, parts);
  }

  private static boolean serves(Answer drain) {
    return drain.done() && drain.lines().getFirst().equals(ServiceState.SERVING.word());
  }

  /** Tells of them; whether a frontend has one that it can use. */
  private static boolean backends(Asking half, List<String> lines, Map<String, Object> parts)
      throws IOException {
    Optional<Answer> answer = half.ask(BackendsVerb.NAME).filter(Answer::done);
    if (answer.isEmpty()) {
      return true;
    }
    List<LinkFigures> backends = BackendsVerb.read(answer.get().lines());
    parts.put("backends", backends);
    boolean any = backends.stream().anyMatch(LinkFigures::ready);
    if (!any) {
      lines.add(more("in trouble: no backend can be used, clients are told to try again"));
    }
    backends.forEach(each -> lines.add(more(line(each))));
    return any;
  }

  private static String line(LinkFigures backend) {
    if (backend.ready()) {
      return "backend %s ready for %d s, %d calls in hand"
          .formatted(backend.backend(), backend.seconds(), backend.outstanding());
    }
    String why = backend.trouble().isEmpty() ? "being connected" : backend.trouble();
    return "backend %s not usable for %d s: %s"
        .formatted(backend.backend(), backend.seconds(), why);
  }

  /**
   * Several as one object for programs: {@code ready}, where all are well, {@code lines}, and the
   * parts of each.
   *
   * @param others what is said where there are none
   */
  public static Map<String, Object> told(List<HalfStatus> halves, String others) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("ready", !halves.isEmpty() && halves.stream().allMatch(HalfStatus::well));
    object.put(
        "lines",
        halves.isEmpty()
            ? List.of(others)
            : halves.stream().flatMap(half -> half.lines().stream()).toList());
    halves.forEach(half -> object.putAll(half.parts()));
    return object;
  }

  private static String line(String name, String which, String state) {
    return "%-9s %s  %s".formatted(name, which, state);
  }

  private static String more(String line) {
    return "%-9s %s".formatted("", line);
  }
}
