package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Decides when a backend that others have given up continues: while the disk is slow for one of the
 * others. A backend frozen right before a change continues when another one is about to change the
 * same object. A race-directed fuzzer lets two threads meet in the same way (K. Sen, PLDI 2008).
 */
final class Meetings {
  /** Time that the disk takes for a change while another backend continues. */
  private static final int MEETING_MILLIS = 1_000;

  private final Scheduler scheduler;
  private final Choices choices;
  private final Report report;
  private final List<Host> hosts;
  private final SoreSpots sore;

  Meetings(Scheduler scheduler, Choices choices, Report report, List<Host> hosts, SoreSpots sore) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.report = report;
    this.hosts = hosts;
    this.sore = sore;
  }

  /** On a thread of the process, before a call of the disk. */
  void at(String process, String call, Set<String> about) {
    List<Host> given =
        hosts.stream()
            .filter(host -> host.isUp() && host.isGivenUp(scheduler.nanos()))
            .filter(host -> !host.backend().process().equals(process))
            .toList();
    Optional<Host> late = late(given, call, about);
    if (late.isPresent()
        && report.fault(late.get().name(), "goes on while another one is at " + call)) {
      late.get().goesOn();
      scheduler.thaw(late.get().backend().process());
      scheduler.sleep(Duration.ofMillis(choices.below(MEETING_MILLIS)));
    }
  }

  private Optional<Host> late(List<Host> given, String call, Set<String> about) {
    if (!sore.isClaimed(call)) {
      return Optional.empty();
    }
    Optional<Host> rival = given.stream().filter(host -> host.standsBeforeOneOf(about)).findFirst();
    return rival.isPresent()
        ? rival
        : given.stream()
            .filter(host -> !host.standsBeforeAny() && sore.isWhereOneGoesOn())
            .findFirst();
  }
}
