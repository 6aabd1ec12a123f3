package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;

/**
 * I15: a thread that ends has closed its database connections, files and directories. A backend has
 * no more threads and timers than its work needs. An idle backend has nothing open, and dead
 * backends have left nothing.
 */
final class Leftovers {
  /**
   * Many times the number that a backend normally has. A leak at each call exceeds it within
   * minutes.
   */
  static final long MOST_THREADS = 150;

  static final long MOST_PLANNED = 300;

  /** Time for work that began before the rest to end. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final Scheduler scheduler;
  private final SimulatedDatabase database;
  private final List<Host> hosts;
  private final Report report;

  Leftovers(Scheduler scheduler, SimulatedDatabase database, List<Host> hosts, Report report) {
    this.scheduler = scheduler;
    this.database = database;
    this.hosts = hosts;
    this.report = report;
  }

  /** Between two steps: a thread has ended. */
  void ended(String process, Thread thread) {
    long sessions = database.openSessions(thread);
    if (sessions > 0) {
      wrong(process, "a thread has ended with %d open connections".formatted(sessions), thread);
    }
    hosts.stream()
        .filter(host -> host.isUp() && host.backend().process().equals(process))
        .findFirst()
        .map(host -> host.backend().areas().openedBy(thread))
        .filter(handles -> handles > 0)
        .ifPresent(
            handles ->
                wrong(
                    process,
                    "a thread has ended with %d open files and directories".formatted(handles),
                    thread));
  }

  private void wrong(String process, String what, Thread thread) {
    report.wrong("I15", process + "/" + thread.getName() + ": " + what);
  }

  /** Checks working backends. */
  void look() {
    for (Host host : hosts) {
      if (host.isUp()) {
        String process = host.backend().process();
        bounded(process, "threads", scheduler.threads(process), MOST_THREADS);
        bounded(process, "timers", scheduler.planned(process), MOST_PLANNED);
      }
    }
  }

  private void bounded(String process, String what, long has, long most) {
    if (has > most) {
      report.wrong("I15", "%s has %d %s".formatted(process, has, what));
    }
  }

  /** Checks a backend without callers, the only one that is up. */
  void atRest(SimulatedBackend backend) {
    long end = scheduler.nanos() + PATIENCE.toNanos();
    while (isBusy(backend) && scheduler.nanos() < end) {
      scheduler.sleep(BETWEEN_LOOKS);
    }
    if (isBusy(backend)) {
      report.wrong(
          "I15",
          "at rest %s has %d connections and %d files and directories open, others have %d connections"
              .formatted(
                  backend.process(),
                  database.openSessions(backend.process()),
                  backend.areas().open(),
                  database.openSessions() - database.openSessions(backend.process())));
    }
  }

  private boolean isBusy(SimulatedBackend backend) {
    return database.openSessions() > 0 || backend.areas().open() > 0;
  }
}
