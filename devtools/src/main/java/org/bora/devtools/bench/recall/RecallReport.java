package org.bora.devtools.bench.recall;

import static org.bora.devtools.bench.recall.RecallBench.hours;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.devtools.bench.report.Chart;
import org.bora.devtools.bench.report.Page;

/** The report of the recall bench. */
final class RecallReport {
  private static final int POINTS = 200;
  private static final double MILLIS_PER_HOUR = 3_600_000;
  private static final Map<String, String> ORDERS =
      Map.of(
          "bora", "Bora: turns between callers, one pass per volume",
          "oldest-volume", "oldest request's volume, all that waits on it, no turns",
          "first-come", "first come, first served, file by file");

  private RecallReport() {}

  static Map<String, Object> figures(RecallBench bench, List<RecallBench.Outcome> outcomes) {
    Map<String, Object> scenarios = new LinkedHashMap<>();
    for (RecallBench.Outcome outcome : outcomes) {
      Map<String, Object> orders = new LinkedHashMap<>();
      outcome.runs().forEach(run -> orders.put(run.order(), figures(RecallFigures.of(run))));
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("story", outcome.scenario().story());
      figures.put("recalls", outcome.scenario().requests().size());
      figures.put("callers", outcome.scenario().callers());
      figures.put("lowerBoundMounts", outcome.bound().mounts());
      figures.put("lowerBoundSeconds", seconds(outcome.bound().total()));
      figures.put("orders", orders);
      scenarios.put(outcome.scenario().name(), figures);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("volumes", bench.volumes());
    all.put("drives", bench.drives());
    all.put("seed", bench.seed());
    all.put("scenarios", scenarios);
    return all;
  }

  private static Map<String, Object> figures(RecallFigures run) {
    Map<String, Object> groups = new LinkedHashMap<>();
    run.groups().forEach((group, waits) -> groups.put(group, figures(waits)));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("mounts", run.mounts());
    figures.put("totalSeconds", seconds(run.total()));
    figures.put("all", figures(run.all()));
    figures.put("groups", groups);
    return figures;
  }

  private static Map<String, Object> figures(RecallFigures.Waits waits) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("recalls", waits.requests());
    figures.put("meanWaitSeconds", seconds(waits.mean()));
    figures.put("medianWaitSeconds", seconds(waits.median()));
    figures.put("worstWaitSeconds", seconds(waits.worst()));
    figures.put("worstWaitOverFairShare", waits.worstShare());
    figures.put("worstWaitOverLine", waits.worstLine());
    figures.put("beyondTwiceFairShare", waits.beyondTwice());
    return figures;
  }

  static Page page(RecallBench bench, List<RecallBench.Outcome> outcomes) {
    Page page = new Page("Recalls from tape: the order and what it costs");
    page.text(
        String.format(
            Locale.ROOT,
            "Simulated time on the cost model of the virtual library: %d drives, %d volumes, files"
                + " of 0.5 to 4 GB at random places of 18 TB, seed %d. The lower bound mounts each"
                + " volume once and reads it in one pass forward; where requests come over time"
                + " only those who know the future reach it.",
            bench.drives(),
            bench.volumes(),
            bench.seed()));
    page.text(
        "Fair share of a request: callers take turns of one pass each; with k volumes wanted, D"
            + " drives and n callers waiting, k passes of average length times n / D; but not less"
            + " than until the first drive is free plus one pass. The line: the passes over all"
            + " that waits when a request comes, over D; who waits longer was overtaken.");
    for (RecallBench.Outcome outcome : outcomes) {
      page.section(outcome.scenario().name()).text(outcome.scenario().story());
      page.table(
          List.of("order", "mounts", "lower bound", "total", "lower bound", "times the bound"),
          outcome.runs().stream().map(run -> costs(outcome, RecallFigures.of(run))).toList());
      page.table(
          List.of(
              "who waits",
              "recalls",
              "mean",
              "median",
              "worst",
              "worst / fair share",
              "beyond twice",
              "worst / line"),
          outcome.runs().stream().flatMap(run -> waits(RecallFigures.of(run))).toList());
      page.chart(served(outcome)).chart(waits(outcome));
    }
    return page;
  }

  private static List<String> costs(RecallBench.Outcome outcome, RecallFigures run) {
    double times = (double) run.total().toMillis() / outcome.bound().total().toMillis();
    return List.of(
        ORDERS.get(run.order()),
        "" + run.mounts(),
        "" + outcome.bound().mounts(),
        hours(run.total()),
        hours(outcome.bound().total()),
        String.format(Locale.ROOT, "%.3f", times));
  }

  private static Stream<List<String>> waits(RecallFigures run) {
    return run.groups().entrySet().stream()
        .map(
            group -> {
              RecallFigures.Waits waits = group.getValue();
              return List.of(
                  run.order() + ": " + group.getKey(),
                  "" + waits.requests(),
                  hours(waits.mean()),
                  hours(waits.median()),
                  hours(waits.worst()),
                  String.format(Locale.ROOT, "%.2f", waits.worstShare()),
                  "" + waits.beyondTwice(),
                  String.format(Locale.ROOT, "%.2f", waits.worstLine()));
            });
  }

  /** Files that are back, by time; cut where the orders that group are through. */
  private static Chart served(RecallBench.Outcome outcome) {
    double until = 1.1 * Math.max(end(outcome, 0), end(outcome, 1));
    List<Chart.Line> lines = new ArrayList<>();
    for (RecallRun run : outcome.runs()) {
      List<Double> ends =
          run.ends().stream()
              .map(RecallReport::inHours)
              .filter(end -> end <= until)
              .sorted()
              .toList();
      lines.add(new Chart.Line(ORDERS.get(run.order()), quantiles(ends, ends.size()), false));
    }
    double bound = inHours(outcome.bound().total());
    int all = outcome.scenario().requests().size();
    lines.add(
        new Chart.Line(
            "lower bound of the end",
            List.of(new Chart.Point(bound, 0), new Chart.Point(bound, all)),
            true));
    return new Chart("Files back on disk", "hours", "files", lines);
  }

  private static double end(RecallBench.Outcome outcome, int run) {
    return inHours(outcome.runs().get(run).total());
  }

  /** What part of the requests waited for at most how long. */
  private static Chart waits(RecallBench.Outcome outcome) {
    double until = 1.1 * Math.max(longest(outcome.runs().get(0)), longest(outcome.runs().get(1)));
    List<Chart.Line> lines = new ArrayList<>();
    for (RecallRun run : outcome.runs()) {
      List<String> groups = List.copyOf(RecallFigures.of(run).groups().keySet());
      for (String group : groups) {
        List<Double> waits =
            outcome.scenario().requests().stream()
                .filter(request -> request.caller().startsWith(group))
                .map(request -> inHours(run.waited(request.number())))
                .sorted()
                .toList();
        List<Double> seen = waits.stream().filter(wait -> wait <= until).toList();
        List<Chart.Point> points = quantiles(seen, 100.0 * seen.size() / waits.size());
        lines.add(new Chart.Line(run.order() + ": " + group, points, false));
      }
    }
    return new Chart("How long files were waited for", "hours", "percent of the files", lines);
  }

  private static double longest(RecallRun run) {
    return inHours(RecallFigures.of(run).all().worst());
  }

  /** A rising line through sorted values that ends at a height. */
  private static List<Chart.Point> quantiles(List<Double> sorted, double height) {
    List<Chart.Point> points = new ArrayList<>();
    points.add(new Chart.Point(0, 0));
    int most = Math.min(POINTS, sorted.size());
    for (int point = 1; point <= most; point++) {
      int index = (int) ((long) point * sorted.size() / most) - 1;
      points.add(new Chart.Point(sorted.get(index), height * (index + 1) / sorted.size()));
    }
    return points;
  }

  private static double inHours(Duration time) {
    return time.toMillis() / MILLIS_PER_HOUR;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
