package org.bora.simulation.site;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.simulation.schedule.Scheduler;

/**
 * Where it is calm, books and files say the same but for the moment in which a call changes both:
 * what an audit would mend later is seen before it comes.
 */
final class AtRest {
  /** So long a difference lasts that is none of a call at work. */
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
   * I7: each file of the area without tape is in the books by its name.
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

  /** I7: what is a stub on disk is one in the books. */
  void resident(Set<String> booked, Set<String> stubs) {
    stubs.stream()
        .filter(booked::contains)
        .forEach(name -> differs(name + " is booked as on disk, and is a stub", true));
  }

  /**
   * @param whole whether hidden troubles may leave it for a while, too
   */
  private void differs(String what, boolean whole) {
    seen.add(what);
    long first = since.computeIfAbsent(what, none -> scheduler.nanos());
    boolean strict = whole ? calm.isWholeSince(first) : calm.isStrictSince(first);
    if (strict && scheduler.nanos() - first > LASTING && told.add(what)) {
      report.wrong("I7", what + ", and all is calm");
    }
  }

  /** All has been looked at: what was not seen has passed. */
  void passed() {
    since.keySet().retainAll(seen);
    seen.clear();
  }
}
