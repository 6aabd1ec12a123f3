package org.bora.simulation.site;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.simulation.schedule.Scheduler;

/**
 * During calm periods, books and files agree, except while a call changes both. These checks find
 * differences before an audit repairs them.
 */
final class AtRest {
  /** A difference that lasts longer is not caused by a call in progress. */
  private static final long LASTING = 20_000_000_000L;

  private final Scheduler scheduler;
  private final Calm calm;
  private final Report report;
  private final Map<String, Long> since = new HashMap<>();
  private final Set<String> told = new HashSet<>();
  private final Set<String> seen = new HashSet<>();

  AtRest(Scheduler scheduler, Calm calm, Report report) {
    this.scheduler = scheduler;
    this.calm = calm;
    this.report = report;
  }

  /**
   * I7: each file of the area without tape is in the books under its name.
   *
   * @param rows names in the books
   * @param files names on disk
   */
  void named(Map<UUID, String> rows, Map<UUID, String> files) {
    rows.forEach(
        (id, name) -> {
          if (!name.equals(files.get(id))) {
            differs("file %s is booked as %s, and is %s".formatted(id, name, files.get(id)), false);
          }
        });
  }

  /** I7: a stub on disk is a stub in the books. */
  void resident(Set<String> booked, Set<String> stubs) {
    stubs.stream()
        .filter(booked::contains)
        .forEach(name -> differs(name + " is booked as on disk, and is a stub", true));
  }

  /**
   * Reports a difference that lasts too long.
   *
   * @param whole whether hidden faults may cause the difference for a while, too
   */
  private void differs(String what, boolean whole) {
    seen.add(what);
    long first = since.computeIfAbsent(what, none -> scheduler.nanos());
    boolean strict = whole ? calm.isWholeSince(first) : calm.isStrictSince(first);
    if (strict && scheduler.nanos() - first > LASTING && told.add(what)) {
      report.wrong("I7", what + ", and all is calm");
    }
  }

  /** Ends a round of checks: differences that were not seen in it have passed. */
  void passed() {
    since.keySet().retainAll(seen);
    seen.clear();
  }
}
