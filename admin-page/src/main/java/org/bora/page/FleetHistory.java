package org.bora.page;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.api.figures.FleetFigures;

/**
 * The last half hour of a site, in memory: who opens the page because something happened sees it
 * happen. What lies further back is what a Prometheus is for. Thread safe.
 */
public final class FleetHistory {
  /** How far apart looks are to be. */
  public static final Duration EVERY = Duration.ofSeconds(5);

  private static final int MOST = (int) (Duration.ofMinutes(30).toSeconds() / EVERY.toSeconds());

  private final Supplier<FleetFigures> fleet;
  private final Deque<SiteMoment> moments = new ArrayDeque<>(MOST);

  /**
   * A piece of it.
   *
   * @param everySeconds how far apart moments are
   * @param moments the oldest first
   */
  record Piece(long everySeconds, List<SiteMoment> moments) {
    Piece {
      moments = List.copyOf(moments);
    }
  }

  /**
   * Begins with nothing.
   *
   * @param fleet looks at all processes; may block, may fail
   */
  public FleetHistory(Supplier<FleetFigures> fleet) {
    this.fleet = Objects.requireNonNull(fleet, "fleet");
  }

  /**
   * Keeps how it is now, and forgets how it was half an hour ago. For one thread at a time.
   *
   * @throws RuntimeException what the fleet throws: a gap shows in the pictures
   */
  public void look() {
    FleetFigures now = fleet.get();
    synchronized (this) {
      if (moments.size() == MOST) {
        moments.removeFirst();
      }
      moments.addLast(SiteMoment.of(now));
    }
  }

  /**
   * What came after a moment. By the clock and not by a number of its own: behind a balancer the
   * next backend goes on where the last one ended.
   */
  synchronized Piece after(Instant moment) {
    return new Piece(
        EVERY.toSeconds(), moments.stream().filter(one -> one.at().isAfter(moment)).toList());
  }

  /** Where it is asked for; for everybody who may look. */
  public AdminRoute route() {
    return AdminRoute.look("/v1/history", this::asked);
  }

  private AdminReply asked(AdminCall call) throws AdminRefusal {
    String after = call.parameter("after").orElse("1970-01-01T00:00:00Z");
    try {
      return AdminReply.json(after(Instant.parse(after)));
    } catch (DateTimeParseException other) {
      throw AdminRefusal.mistake(
          "the parameter after cannot be used",
          "it is a moment such as 2026-11-21T12:00:00Z",
          "leave it out for all that is known");
    }
  }
}
