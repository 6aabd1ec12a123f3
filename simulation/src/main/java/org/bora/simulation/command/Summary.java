package org.bora.simulation.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bora.simulation.site.Outcome;

/** The totals of several runs. */
final class Summary {
  private static final double SECONDS_OF_DAY = Duration.ofDays(1).toSeconds();
  private static final double SECONDS_OF_MINUTE = 60;

  private final Map<String, Integer> faults = new TreeMap<>();
  private final Map<String, Integer> answers = new TreeMap<>();
  private final Map<String, Integer> states = new TreeMap<>();
  private final Map<String, Integer> transitions = new TreeMap<>();
  private final Map<String, Integer> moves = new TreeMap<>();
  private final List<Outcome> failed = new ArrayList<>();
  private Duration simulated = Duration.ZERO;
  private Duration disturbed = Duration.ZERO;
  private Duration spentDisturbed = Duration.ZERO;
  private long events;
  private long calls;
  private int runs;
  private Outcome last;

  void add(Outcome outcome) {
    runs++;
    simulated = simulated.plus(outcome.simulated());
    disturbed = disturbed.plus(outcome.disturbed());
    spentDisturbed = spentDisturbed.plus(outcome.spentDisturbed());
    events += outcome.events();
    calls += outcome.calls();
    last = outcome;
    outcome.states().forEach((state, count) -> states.merge(state, count, Integer::sum));
    outcome.transitions().forEach((move, count) -> transitions.merge(move, count, Integer::sum));
    outcome.moves().forEach((kind, count) -> moves.merge(kind, count, Integer::sum));
    outcome.faults().forEach((kind, count) -> faults.merge(kind, count, Integer::sum));
    outcome.statuses().forEach((answer, count) -> answers.merge(answer, count, Integer::sum));
    if (!outcome.contradictions().isEmpty()) {
      failed.add(outcome);
    }
  }

  int runs() {
    return runs;
  }

  Duration simulated() {
    return simulated;
  }

  /** The last run. */
  Outcome last() {
    return last;
  }

  List<Outcome> failed() {
    return failed;
  }

  private static double days(Duration time) {
    return time.toSeconds() / SECONDS_OF_DAY;
  }

  private double daysPerMinute(Duration spent) {
    return days(simulated) / Math.max(1, spent.toSeconds()) * SECONDS_OF_MINUTE;
  }

  private static long times(Duration time, Duration spent) {
    return time.toMillis() / Math.max(1, spent.toMillis());
  }

  String brief(Duration spent) {
    return "%d runs, %.1f simulated days, %d calls, %d contradictions, %d s"
        .formatted(runs, days(simulated), calls, failed.size(), spent.toSeconds());
  }

  List<String> lines(Duration spent) {
    List<String> lines = new ArrayList<>();
    lines.add(brief(spent));
    lines.add(
        "simulated: %.1f days, %.1f hours of them under faults; %.0f days a minute, %d events"
            .formatted(
                days(simulated),
                disturbed.toMinutes() / SECONDS_OF_MINUTE,
                daysPerMinute(spent),
                events));
    lines.add(
        "speed: %d times real time; under faults alone %d times"
            .formatted(times(simulated, spent), times(disturbed, spentDisturbed)));
    lines.add("faults:");
    faults.forEach((kind, count) -> lines.add("  %-28s %d".formatted(kind, count)));
    lines.add("files:");
    moves.forEach((kind, count) -> lines.add("  %-28s %d".formatted(kind, count)));
    lines.add("answers:");
    answers.forEach((answer, count) -> lines.add("  %-44s %d".formatted(answer, count)));
    lines.addAll(coverage().lines());
    return lines;
  }

  /**
   * Options and other data of the report.
   *
   * @param first the seed of the first run
   * @param commit of the checkout; may be empty
   * @param command replays the last run
   * @param picture the file with its timeline; may be empty
   */
  record Told(long first, Duration spent, String commit, String command, String picture) {}

  /** The summary as JSON. */
  String json(Told told, List<Found> found) {
    StringJoiner contradictions = new StringJoiner(",", "[", "]");
    found.forEach(one -> contradictions.add(one.json(told.commit())));
    return ("{\"seed\":%d,\"runs\":%d,\"trace\":%s,\"simulatedSeconds\":%d,\"disturbedSeconds\":%d,"
            + "\"seconds\":%d,\"timesRealTime\":%d,\"timesRealTimeUnderFaults\":%d,\"commit\":%s,"
            + "\"command\":%s,\"picture\":%s,\"coverage\":%s,\"events\":%d,\"calls\":%d,\"faults\":%s,"
            + "\"answers\":%s,\"files\":%s,\"failed\":%s}")
        .formatted(
            told.first(),
            runs,
            quoted(last == null ? "" : last.trace()),
            simulated.toSeconds(),
            disturbed.toSeconds(),
            told.spent().toSeconds(),
            times(simulated, told.spent()),
            times(disturbed, spentDisturbed),
            quoted(told.commit()),
            quoted(told.command()),
            quoted(told.picture()),
            coverage().json(),
            events,
            calls,
            counts(faults),
            counts(answers),
            counts(moves),
            contradictions);
  }

  private Coverage coverage() {
    return new Coverage(answers, states, new TransitionCounts(transitions));
  }

  private static String counts(Map<String, Integer> counts) {
    StringJoiner text = new StringJoiner(",", "{", "}");
    counts.forEach((name, count) -> text.add(quoted(name) + ":" + count));
    return text.toString();
  }

  static String list(Collection<String> texts) {
    return texts.stream().map(Summary::quoted).collect(Collectors.joining(",", "[", "]"));
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
