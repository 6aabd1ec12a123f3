package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The lower bound of any order, even one that knows all requests beforehand: each needed volume is
 * mounted once and read in one pass forward, and all drives work all the time. If requests come
 * over time, a scheduler can reach it only by waiting for the last of them.
 *
 * @param mounts one for each needed volume
 * @param total the time of all passes over the drives, without the last rewinding and unmounting of
 *     each; at least until the last request has come and was read
 */
record LowerBound(long mounts, Duration total) {

  static LowerBound of(RecallScenario scenario) {
    Map<String, List<RecallRequest>> volumes =
        scenario.requests().stream().collect(Collectors.groupingBy(RecallRequest::volume));
    Duration passes = Duration.ZERO;
    for (Map.Entry<String, List<RecallRequest>> volume : volumes.entrySet()) {
      passes =
          passes.plus(RecallBacklog.pass(volume.getKey(), volume.getValue(), scenario.mechanics()));
    }
    Duration atTheEnd =
        scenario.mechanics().unmount().plus(scenario.mechanics().rewind(farthest(scenario)));
    Duration busy = passes.dividedBy(scenario.drives()).minus(atTheEnd);
    RecallRequest last = scenario.requests().getLast();
    Duration lastServed = last.arrives().plus(scenario.mechanics().read(last.extent().bytes()));
    return new LowerBound(volumes.size(), busy.compareTo(lastServed) > 0 ? busy : lastServed);
  }

  private static long farthest(RecallScenario scenario) {
    return scenario.requests().stream()
        .map(request -> request.extent().end())
        .max(Comparator.naturalOrder())
        .orElse(0L);
  }
}
