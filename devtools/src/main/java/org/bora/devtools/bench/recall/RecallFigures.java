package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A run in figures.
 *
 * @param groups by kind of caller: the names without their numbers
 */
record RecallFigures(
    String order, long mounts, Duration total, Waits all, Map<String, Waits> groups) {

  /**
   * The waiting times of the requests of some callers.
   *
   * @param worstShare greatest wait over fair share
   * @param worstLine greatest wait over the line that was joined
   * @param beyondTwice requests that waited longer than twice their fair share
   */
  record Waits(
      int requests,
      Duration mean,
      Duration median,
      Duration worst,
      double worstShare,
      double worstLine,
      int beyondTwice) {}

  static RecallFigures of(RecallRun run) {
    Map<String, List<Integer>> groups =
        run.scenario().requests().stream()
            .collect(
                Collectors.groupingBy(
                    request -> request.caller().replaceAll("[0-9]+$", ""),
                    TreeMap::new,
                    Collectors.mapping(RecallRequest::number, Collectors.toList())));
    Map<String, Waits> waits = new TreeMap<>();
    groups.forEach((group, numbers) -> waits.put(group, waits(run, numbers)));
    List<Integer> all = groups.values().stream().flatMap(List::stream).toList();
    return new RecallFigures(run.order(), run.mounts(), run.total(), waits(run, all), waits);
  }

  private static Waits waits(RecallRun run, List<Integer> numbers) {
    List<Duration> waits = new ArrayList<>(numbers.stream().map(run::waited).sorted().toList());
    Duration sum = waits.stream().reduce(Duration.ZERO, Duration::plus);
    double worstShare = numbers.stream().mapToDouble(run::overShare).max().orElse(0);
    double worstLine = numbers.stream().mapToDouble(run::overLine).max().orElse(0);
    long beyond = numbers.stream().filter(number -> run.overShare(number) > 2).count();
    return new Waits(
        waits.size(),
        sum.dividedBy(waits.size()),
        waits.get(waits.size() / 2),
        waits.getLast(),
        worstShare,
        worstLine,
        (int) beyond);
  }
}
