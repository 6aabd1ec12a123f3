package org.bora.simulation.site;

import java.time.Duration;
import java.util.Objects;

/**
 * An event in a run's story.
 *
 * @param at since the start
 * @param lane a host, a client, or the site
 * @param number of a fault among the faults of its run; 0 for other events
 * @param what in words
 */
public record Moment(Duration at, String lane, Kind kind, int number, String what) {

  /** The kinds of events. */
  public enum Kind {
    UP,
    DOWN,
    FAULT,
    ASKED,
    HEARD,
    DISK,
    WRONG
  }

  public Moment {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(lane, "lane");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(what, "what");
  }

  @Override
  public String toString() {
    return "%d.%03d s %s: %s%s"
        .formatted(
            at.toSeconds(),
            at.toMillisPart(),
            lane,
            kind == Kind.FAULT ? "fault " + number + ", " : "",
            what);
  }
}
