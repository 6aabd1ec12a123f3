package org.bora.simulation.site;

import java.util.List;
import java.util.Optional;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * The administrator of a site, who takes backends out of service before they are stopped, and
 * rebuilds the books while backends work. Every second site has one.
 */
final class Administrator {
  /** One in this many rounds has a fault. */
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

  /**
   * Acts now and then. Returns a backend that has been drained, has no calls left and is to be
   * stopped.
   */
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
            // the database or the disk failed: the rebuild has to be run again
            report.moved("books not rebuilt");
          }
        });
  }
}
