package org.bora.launcher.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bora.frontend.admit.turn.GateFigures;

/**
 * What an administrator reads of the calls that a frontend has: how many, and of each class of work
 * how many ask the backend, how many wait in line and whose they are.
 */
final class CallsReport {
  private CallsReport() {}

  /**
   * A line for all, and one for each class that has had any calls.
   *
   * @param shared questions that were answered with another's answer
   */
  static List<String> of(int inProgress, List<GateFigures> gates, long shared) {
    List<String> lines = new ArrayList<>();
    lines.add(inProgress + " in progress, " + shared + " polls shared an answer");
    gates.stream().filter(gate -> gate.given() + gate.refused() > 0).forEach(g -> lines.add(of(g)));
    return lines;
  }

  private static String of(GateFigures gate) {
    return gate.kind().name().toLowerCase(Locale.ROOT)
        + ": "
        + gate.inside()
        + " of "
        + gate.places()
        + " places, "
        + gate.waitingInAll()
        + " in line"
        + lines(gate.waiting())
        + "; so far "
        + gate.given()
        + " served after "
        + mean(gate)
        + " in line, "
        + gate.refused()
        + " told to come again";
  }

  private static String lines(Map<String, Integer> waiting) {
    return waiting.isEmpty()
        ? ""
        : waiting.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(one -> (one.getKey().isEmpty() ? "no VO" : one.getKey()) + " " + one.getValue())
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private static String mean(GateFigures gate) {
    Duration mean = gate.given() == 0 ? Duration.ZERO : gate.waited().dividedBy(gate.given());
    return mean.toMillis() + " ms";
  }
}
