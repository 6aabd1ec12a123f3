package org.bora.server.status;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bora.door.admit.turn.GateFigures;

/**
 * The calls of a frontend: how many there are, and for each class of work how many use a backend,
 * how many wait, and for which organisations.
 *
 * @param inProgress calls of all classes that have not been answered
 * @param sharedPolls status polls that shared the answer of another poll, since the start
 * @param work classes that have had calls
 */
public record CallState(int inProgress, long sharedPolls, List<Work> work) {
  public CallState {
    work = List.copyOf(work);
  }

  /**
   * A class of work.
   *
   * @param work its name
   * @param inside how many calls use a backend now
   * @param places how many calls may use a backend at a time
   * @param waiting how many calls wait, by virtual organisation; the empty name stands for calls
   *     without one
   * @param served calls that got their turn, since the start
   * @param meanWaitMillis mean waiting time
   * @param refused calls that were refused as busy, since the start
   */
  public record Work(
      String work,
      int inside,
      int places,
      Map<String, Integer> waiting,
      long served,
      long meanWaitMillis,
      long refused) {
    public Work {
      Objects.requireNonNull(work, "work");
      waiting = Map.copyOf(waiting);
    }

    static Work of(GateFigures gate) {
      Duration mean = gate.given() == 0 ? Duration.ZERO : gate.waited().dividedBy(gate.given());
      return new Work(
          gate.kind().name().toLowerCase(Locale.ROOT),
          gate.inside(),
          gate.places(),
          gate.waiting(),
          gate.given(),
          mean.toMillis(),
          gate.refused());
    }

    private String line() {
      return "%s: %d of %d slots in use, %d waiting%s; %d served so far, mean wait %d ms, %d told to retry"
          .formatted(
              work,
              inside,
              places,
              waiting.values().stream().mapToInt(Integer::intValue).sum(),
              owners(),
              served,
              meanWaitMillis,
              refused);
    }

    private String owners() {
      return waiting.isEmpty()
          ? ""
          : waiting.entrySet().stream()
              .sorted(Map.Entry.comparingByKey())
              .map(one -> (one.getKey().isEmpty() ? "no VO" : one.getKey()) + " " + one.getValue())
              .collect(Collectors.joining(", ", " (", ")"));
    }
  }

  /**
   * Of figures at a moment.
   *
   * @param shared status polls that were answered with another's answer
   */
  public static CallState of(int inProgress, List<GateFigures> gates, long shared) {
    return new CallState(
        inProgress,
        shared,
        gates.stream().filter(gate -> gate.given() + gate.refused() > 0).map(Work::of).toList());
  }

  /** For people: a line for all, and one for each class. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(inProgress + " in progress, " + sharedPolls + " polls shared an answer");
    work.forEach(each -> lines.add(each.line()));
    return lines;
  }
}
