package org.bora.simulation.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bora.simulation.sql.store.Changes;

/**
 * Counts the state transitions of rows by the work that makes them: an operation of the catalogue,
 * or the product's class of a background job.
 */
final class Transitions implements Changes {
  private static final String PRODUCT = "org.bora.";
  private static final String SIMULATION = "org.bora.simulation.";

  /** Package of the classes that start periodic work. */
  private static final String ROUNDS = "org.bora.backend.duty.";

  private static final String NOBODY = "nobody";

  private final Report report;
  private final Map<String, Integer> counts = new TreeMap<>();

  Transitions(Report report) {
    this.report = report;
  }

  @Override
  public void commits(List<Change> changes) {
    changes.stream().map(States::move).flatMap(Optional::stream).forEach(this::count);
  }

  private void count(States.Move move) {
    String by = Task.current().map(Task::operation).orElseGet(Transitions::engine);
    counts.merge(move + " by " + by, 1, Integer::sum);
    if (!move.isForeseen()) {
      report.wrong("I11", "a row went " + move + " by " + by);
    }
  }

  /** The product's outermost class on the stack. */
  private static String engine() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(Transitions::isOfTheProduct)
                    .reduce(NOBODY, (_, outer) -> outer))
        .replaceFirst("^.*\\.", "")
        .replaceFirst("\\$.*$", "");
  }

  private static boolean isOfTheProduct(String name) {
    return name.startsWith(PRODUCT) && !name.startsWith(SIMULATION) && !name.startsWith(ROUNDS);
  }

  /** Number of transitions by work, as {@code table FROM > TO by WORK}. */
  Map<String, Integer> counts() {
    return counts;
  }
}
