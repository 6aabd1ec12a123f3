package org.bora.simulation.command;

import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;

/**
 * A run that contradicts a promise.
 *
 * @param whole the run as it was found
 * @param settings of the whole run
 * @param small the smallest part that contradicts the same promise, as far as was searched
 * @param part the settings of that part
 * @param runs number of runs that were compared
 */
record Found(Outcome whole, Site.Settings settings, Outcome small, Site.Settings part, int runs) {

  /** A run for which no smaller part was searched. */
  static Found asItIs(Outcome whole, Site.Settings settings) {
    return new Found(whole, settings, whole, settings, 1);
  }

  List<String> lines(String commit) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "smallest of %d runs: %d faults, %d s"
            .formatted(
                runs,
                small.faults().values().stream().mapToInt(Integer::intValue).sum(),
                part.disturbed().toSeconds()));
    lines.addAll(new Failure(small, part).lines(commit));
    return lines;
  }

  /** The run as JSON. */
  String json(String commit) {
    return ("{\"seed\":%d,\"trace\":%s,\"commit\":%s,\"command\":%s,\"found\":%s,\"comparedRuns\":%d,"
            + "\"smallest\":%s}")
        .formatted(
            whole.seed(),
            Summary.quoted(whole.trace()),
            Summary.quoted(commit),
            Summary.quoted(new Failure(whole, settings).command()),
            Summary.list(whole.contradictions()),
            runs,
            new Failure(small, part).json());
  }
}
