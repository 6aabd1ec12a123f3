package org.bora.devtools.bench.recall;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.devtools.bench.report.ReportFiles;

/**
 * The bench: every scenario under every order.
 *
 * @param files recalls of a scenario
 */
public record RecallBench(int files, int volumes, int drives, long seed) {

  public RecallBench {
    if (files < 100 || volumes < 1 || drives < 1 || drives > volumes) {
      throw new IllegalArgumentException(
          "files must be 100 or more, volumes and drives 1 or more, drives at most the volumes");
    }
  }

  /** A scenario, its lower bound, and its runs. Bora's run is the first. */
  record Outcome(RecallScenario scenario, LowerBound bound, List<RecallRun> runs) {

    /** Whether Bora's order keeps the promise about waiting. */
    boolean isFair() {
      return RecallFigures.of(runs.getFirst()).all().beyondTwice() == 0;
    }

    /** Bora's mounts over the lower bound. */
    double mounts() {
      return (double) runs.getFirst().mounts() / bound.mounts();
    }
  }

  List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (RecallScenario scenario : RecallScenarios.all(files, volumes, drives, seed)) {
      List<ServingOrder> orders =
          List.of(new BoraOrder(OrderSettings.defaults()), new OldestVolume(), new FirstCome());
      outcomes.add(
          new Outcome(
              scenario,
              LowerBound.of(scenario),
              orders.stream().map(order -> RecallSimulation.run(scenario, order)).toList()));
    }
    return outcomes;
  }

  /**
   * Runs, prints a summary, writes the report.
   *
   * @return whether the targets were met: no request waits longer than twice its fair share, and if
   *     all requests are known at the start, mounts are within 5 % of the lower bound
   */
  public boolean run(PrintWriter out, ReportFiles report) throws IOException {
    List<Outcome> outcomes = outcomes();
    for (Outcome outcome : outcomes) {
      RecallFigures bora = RecallFigures.of(outcome.runs().getFirst());
      out.printf(
          Locale.ROOT,
          "%-10s mounts %d, %.3f of the lower bound; %s, lower bound %s;"
              + " worst wait / fair share %.2f%n",
          outcome.scenario().name(),
          bora.mounts(),
          outcome.mounts(),
          hours(bora.total()),
          hours(outcome.bound().total()),
          bora.all().worstShare());
    }
    report.write(RecallReport.figures(this, outcomes), RecallReport.page(this, outcomes));
    out.println("figures: " + report.json() + "\nreport:  " + report.html());
    return outcomes.stream().allMatch(Outcome::isFair) && outcomes.getFirst().mounts() <= 1.05;
  }

  static String hours(Duration time) {
    return String.format(Locale.ROOT, "%.2f h", time.toMillis() / 3_600_000.0);
  }
}
