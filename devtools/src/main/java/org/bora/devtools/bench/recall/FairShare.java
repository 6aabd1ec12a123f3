package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The fair waiting time of each request. It is defined for a request that arrives at time a, on
 * volume v, of caller c, with D drives:
 *
 * <ul>
 *   <li>A <em>pass</em> over a volume takes as long as mounting it, reading all files on it that
 *       any caller waits for at time a in one pass forward, rewinding and unmounting it.
 *   <li><em>Equal turns</em>: callers take turns, one pass each. Let k be the number of volumes for
 *       which c waits at a, n(t) the number of waiting callers at time t, and let passes have the
 *       mean length of those that wait at a. Then c has had its k turns when the integral of D /
 *       n(t) from a on equals k such passes.
 *   <li><em>At the soonest</em>: the time until a drive is free, and one pass over v; or, if a pass
 *       over v is in progress, the rest of that pass. Passes are not interrupted, and a volume is
 *       one tape.
 * </ul>
 *
 * <p>The fair share is the larger of both. n(t) is taken from the run itself, so it is known when
 * the run is over.
 *
 * <p><em>The line</em> is a second measure: the rest of the passes in progress and the passes over
 * all volumes for which any caller waits at a, divided by D; at least at the soonest. A request
 * that waits longer than the line was overtaken by later requests.
 */
final class FairShare {
  private final RecallScenario scenario;
  private final Duration[] turns;
  private final Duration[] line;
  private final Duration[] soonest;
  private final Map<String, Set<String>> volumesOf = new HashMap<>();

  FairShare(RecallScenario scenario) {
    this.scenario = scenario;
    int requests = scenario.requests().size();
    this.turns = new Duration[requests];
    this.line = new Duration[requests];
    this.soonest = new Duration[requests];
  }

  /**
   * Notes what waits when requests arrive.
   *
   * @param arriving in the backlog already
   * @param busy how long each pass will still go on, by volume
   */
  void arrived(List<RecallRequest> arriving, RecallBacklog backlog, Map<String, Duration> busy) {
    int drives = scenario.drives();
    Duration ahead =
        busy.values().stream().reduce(backlog.passes(), Duration::plus).dividedBy(drives);
    Duration firstFree =
        busy.size() < drives
            ? Duration.ZERO
            : busy.values().stream().min(Duration::compareTo).orElse(Duration.ZERO);
    Map<String, Duration> wanted = new HashMap<>();
    for (RecallRequest request : arriving) {
      volumesOf.computeIfAbsent(request.caller(), _ -> new LinkedHashSet<>()).add(request.volume());
      line[request.number()] = ahead;
      soonest[request.number()] =
          busy.getOrDefault(request.volume(), firstFree).plus(backlog.pass(request.volume()));
    }
    for (RecallRequest request : arriving) {
      turns[request.number()] =
          wanted.computeIfAbsent(request.caller(), caller -> meanPasses(caller, backlog));
    }
  }

  private Duration meanPasses(String caller, RecallBacklog backlog) {
    Set<String> volumes = volumesOf.get(caller);
    volumes.removeIf(
        volume ->
            !backlog.volumes().contains(volume)
                || backlog.waiting(volume).stream()
                    .noneMatch(request -> request.caller().equals(caller)));
    return backlog.passes().multipliedBy(volumes.size()).dividedBy(backlog.volumes().size());
  }

  /** The fair share of each request. */
  List<Duration> turns(List<Duration> ends) {
    NavigableMap<Double, double[]> parts = parts(ends);
    return scenario.requests().stream()
        .map(request -> least(request, time(parts, request.arrives(), turns[request.number()])))
        .toList();
  }

  /** How long the line is that each request joins. */
  List<Duration> line() {
    return scenario.requests().stream()
        .map(request -> least(request, line[request.number()]))
        .toList();
  }

  private Duration least(RecallRequest request, Duration time) {
    Duration least = soonest[request.number()];
    return time.compareTo(least) < 0 ? least : time;
  }

  /** By time in ms: the drive time of a caller that always waited, and its rate from then on. */
  private NavigableMap<Double, double[]> parts(List<Duration> ends) {
    NavigableMap<Double, Integer> changes = new TreeMap<>();
    for (List<double[]> spans : spans(ends).values()) {
      for (double[] span : spans) {
        changes.merge(span[0], 1, Integer::sum);
        changes.merge(span[1], -1, Integer::sum);
      }
    }
    NavigableMap<Double, double[]> parts = new TreeMap<>();
    parts.put(0.0, new double[] {0, scenario.drives()});
    int callers = 0;
    for (Map.Entry<Double, Integer> change : changes.entrySet()) {
      callers += change.getValue();
      Map.Entry<Double, double[]> before = parts.floorEntry(change.getKey());
      double had =
          before.getValue()[0] + (change.getKey() - before.getKey()) * before.getValue()[1];
      double rate = (double) scenario.drives() / Math.max(1, callers);
      parts.put(change.getKey(), new double[] {had, rate});
    }
    return parts;
  }

  /** When each caller waited for anything, in ms. */
  private Map<String, List<double[]>> spans(List<Duration> ends) {
    Map<String, List<double[]>> spans = new HashMap<>();
    for (RecallRequest request : scenario.requests()) {
      List<double[]> own = spans.computeIfAbsent(request.caller(), _ -> new ArrayList<>());
      double begin = request.arrives().toNanos() / 1e6;
      double end = ends.get(request.number()).toNanos() / 1e6;
      // requests come by arrival, so only the last span can touch this one
      if (!own.isEmpty() && own.getLast()[1] >= begin) {
        own.getLast()[1] = Math.max(own.getLast()[1], end);
      } else {
        own.add(new double[] {begin, end});
      }
    }
    return spans;
  }

  /** How long from a time on until one caller's part amounts to so much. */
  private static Duration time(
      NavigableMap<Double, double[]> parts, Duration from, Duration amount) {
    double begin = from.toNanos() / 1e6;
    Map.Entry<Double, double[]> at = parts.floorEntry(begin);
    double until =
        at.getValue()[0] + (begin - at.getKey()) * at.getValue()[1] + amount.toNanos() / 1e6;
    Map.Entry<Double, double[]> next = parts.higherEntry(at.getKey());
    while (next != null && next.getValue()[0] < until) {
      at = next;
      next = parts.higherEntry(at.getKey());
    }
    double end = at.getKey() + (until - at.getValue()[0]) / at.getValue()[1];
    return Duration.ofNanos((long) ((end - begin) * 1e6));
  }
}
