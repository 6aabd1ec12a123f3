package org.bora.simulation.site;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * I14: the clock of each machine is wrong by up to ten minutes, and leaps now and then. The clocks
 * of the database, the disks and the tape library are right. Clients have no clocks.
 */
final class MachineClocks {
  /** Largest difference between the times that backends share. */
  static final Duration DIFFERENCE = Duration.ofMillis(100);

  private static final Duration WRONG = Duration.ofMinutes(10);
  private static final int LEAPS_ONE_IN = 12;

  private final Scheduler scheduler;
  private final Choices choices;
  private final Report report;
  private final Map<String, Duration> ahead = new HashMap<>();

  /**
   * In the order in which they started to work, so that choices find the same order in each run.
   */
  private final List<String> machines = new ArrayList<>();

  private final Map<String, Long> leapt = new HashMap<>();

  MachineClocks(Scheduler scheduler, Choices choices, Report report) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.report = report;
  }

  /** The clock of a machine, for all lives of its process. */
  Clock of(String machine) {
    if (!ahead.containsKey(machine)) {
      machines.add(machine);
      ahead.put(machine, wrong());
    }
    Clock right = scheduler.clock();
    InstantSource wrong = () -> right.instant().plus(ahead.get(machine));
    return wrong.withZone(ZoneOffset.UTC);
  }

  private Duration wrong() {
    int most = Math.toIntExact(WRONG.toMillis());
    return Duration.ofMillis(choices.below(2 * most) - most);
  }

  /**
   * Sets the clock of a machine now and then. Clients of the machine may notice, because the time
   * left for a call is measured with its clock.
   */
  void act() {
    boolean now = choices.below(LEAPS_ONE_IN) == 0;
    String machine = machines.get(choices.below(machines.size()));
    Duration wrong = wrong();
    if (now
        && (Frontend.isOne(machine)
            ? report.fault(machine, "a clock leaps")
            : report.hidden(machine, "a clock leaps"))) {
      ahead.put(machine, wrong);
      leapt.put(machine, scheduler.nanos());
    }
  }

  /** Whether the clock of a machine has leapt since then, in the scheduler's time. */
  boolean hasLeapt(String machine, long since) {
    return leapt.getOrDefault(machine, Long.MIN_VALUE) >= since;
  }
}
