package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Who looks after a site: takes backends out of service before they are stopped, and has the books
 * rebuilt while backends work. Every second site has one.
 */
final class Administrator {
  /** A fault that it makes. */
  private static final int ONE_IN = 12;

  private final Scheduler scheduler;
  private final Choices choices;
  private final List<Host> hosts;
  private final Report report;
  private final boolean present;

  Administrator(Scheduler scheduler, Choices choices, List<Host> hosts, Report report) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.hosts = hosts;
    this.report = report;
    this.present = choices.below(2) == 0;
  }

  /** Does something now and then; returns a backend that has no calls any more and is stopped. */
  Optional<Host> act() {
    if (!present) {
      return Optional.empty();
    }
    if (choices.below(ONE_IN) == 0) {
      Host host = hosts.get(choices.below(hosts.size()));
      boolean drain = choices.below(2) == 0;
      if (host.isUp()
          && report.fault(host.name(), drain ? "drain of a backend" : "rebuild of the books")) {
        if (drain) {
          host.drains();
        } else {
          rebuild(host.backend());
        }
      }
    }
    return hosts.stream().filter(Host::isDrained).findFirst();
  }

  private void rebuild(SimulatedBackend backend) {
    scheduler.start(
        backend.process(),
        "rebuild",
        () -> {
          try {
            backend.rebuild();
            report.moved("books rebuilt");
          } catch (RuntimeException e) {
            // the database or the disk was away: it is to be called again
            report.moved("books not rebuilt");
          }
        });
  }
}
