package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** Faults that happen to a site at random times, wherever it is in its work. */
final class Accidents {
  private static final int LONGEST_FULL_SECONDS = 30;
  private static final int LONGEST_CUT_OFF_MILLIS = 8_000;

  private final Scheduler scheduler;
  private final Choices choices;
  private final Report report;
  private final Ground ground;

  /** What the faults affect. */
  record Ground(
      Hosts hosts,
      Frontend frontend,
      Clients clients,
      Troubles troubles,
      Calm calm,
      Disk disk,
      TapeSite tape,
      Journal journal) {}

  Accidents(Scheduler scheduler, Choices choices, Report report, Ground ground) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.report = report;
    this.ground = ground;
  }

  /** Backends and their disks lose power; the database is on another machine and does not. */
  void powerFails() {
    ground.hosts().loseThePower();
    ground.disk().powerFails(ground.journal()::tears);
    ground.journal().powerFails();
    ground.tape().powerFails();
  }

  /** The backend's health reports that its presence is not confirmed; its calls go on. */
  private void cutOff(Host host) {
    Duration time = Duration.ofMillis(choices.below(LONGEST_CUT_OFF_MILLIS));
    if (report.fault(host.name(), "backend is cut off from its presence")) {
      Service service = host.service();
      scheduler.start(
          host.backend().process(),
          "presence",
          () -> {
            service.cutOff(true);
            scheduler.sleep(ground.calm().within(time));
            service.cutOff(false);
          });
    }
  }

  /** Causes one of the faults, or none. */
  void any() {
    Host host = ground.hosts().all().get(choices.below(ground.hosts().all().size()));
    int kind = choices.below(8);
    int client = choices.below(ground.clients().size());
    if (!host.isUp()) {
      if (report.fault(host.name(), "start of a backend")) {
        ground.hosts().start(host);
      }
      return;
    }
    switch (kind) {
      case 0 -> {
        if (report.fault(host.name(), "kill of a backend")) {
          ground.hosts().kill(host);
        }
      }
      case 1 -> {
        if (report.fault(ground.clients().process(client), "client disappears")) {
          ground.clients().another(client);
        }
      }
      case 2 -> {
        if (report.fault("disk", "disk is full")) {
          ground.disk().pace().fills(Duration.ofSeconds(1 + choices.below(LONGEST_FULL_SECONDS)));
        }
      }
      case 3 -> ground.frontend().fault(ground.calm());
      case 4 -> cutOff(host);
      default -> ground.troubles().now(host);
    }
  }
}
