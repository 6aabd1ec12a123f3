package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.List;

/**
 * The result of a scenario under one order. Lists have one entry per request.
 *
 * @param ends when each file was on disk, since the start
 * @param shares each request's fair share, see {@link FairShare}
 * @param lines the length of the line that each request joined
 */
record RecallRun(
    String order,
    RecallScenario scenario,
    long mounts,
    Duration total,
    List<Duration> ends,
    List<Duration> shares,
    List<Duration> lines) {

  Duration waited(int number) {
    return ends.get(number).minus(scenario.requests().get(number).arrives());
  }

  /** Its wait over its fair share. */
  double overShare(int number) {
    return (double) waited(number).toMillis() / shares.get(number).toMillis();
  }

  /** Its wait over the line it joined. */
  double overLine(int number) {
    return (double) waited(number).toMillis() / lines.get(number).toMillis();
  }
}
