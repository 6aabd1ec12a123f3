package org.bora.page;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.HistoryStore;

/**
 * The last half hour of a site, in memory, and a day and a month in the database that all backends
 * share. Thread safe.
 */
public final class FleetHistory {
  /** How far apart looks are to be. */
  public static final Duration EVERY = Duration.ofSeconds(5);

  private static final int MOST = (int) (Duration.ofMinutes(30).toSeconds() / EVERY.toSeconds());

  /** The values of the parameter {@code span}; without it the span is half an hour. */
  private static final Map<String, HistorySpan> SPANS =
      Map.of("day", HistorySpan.DAY, "month", HistorySpan.MONTH);

  private final Supplier<FleetFigures> fleet;
  private final LongHistory kept;
  private final Deque<SiteMoment> moments = new ArrayDeque<>(MOST);

  /**
   * A piece of the history of the site.
   *
   * @param everySeconds how far apart moments are
   * @param moments the oldest first
   */
  public record HistoryPiece(long everySeconds, List<SiteMoment> moments) {
    public HistoryPiece {
      moments = List.copyOf(moments);
    }
  }

  /**
   * Begins with an empty memory.
   *
   * @param fleet reads the reports of all processes; may block, may fail
   * @param store stores ended stretches
   * @param areas the content of the storage areas; may block, may fail
   */
  public FleetHistory(
      Supplier<FleetFigures> fleet,
      HistoryStore store,
      Supplier<Map<String, SiteMoment.AreaBytes>> areas) {
    this.fleet = Objects.requireNonNull(fleet, "fleet");
    this.kept = new LongHistory(store, areas);
  }

  /**
   * Keeps how it is now in memory, forgets how it was half an hour ago, and stores a stretch that
   * has ended. For one thread at a time.
   *
   * @throws RuntimeException what the fleet or the store throws: a gap shows in the charts
   */
  public void look() {
    FleetFigures now = fleet.get();
    List<SiteMoment> known;
    synchronized (this) {
      if (moments.size() == MOST) {
        moments.removeFirst();
      }
      moments.addLast(SiteMoment.of(now));
      known = List.copyOf(moments);
    }
    kept.ended(now.at(), known);
  }

  /**
   * The moments after a time. A time works better than a number here: behind a load balancer
   * another backend can continue the sequence.
   */
  synchronized HistoryPiece after(Instant moment) {
    return new HistoryPiece(
        EVERY.toSeconds(), moments.stream().filter(one -> one.at().isAfter(moment)).toList());
  }

  /** The route; for all readers. */
  public AdminRoute route() {
    return AdminRoute.look("/v1/history", HistoryPiece.class, this::asked);
  }

  private HistoryPiece asked(AdminCall call) throws AdminRefusal {
    Instant after = after(call);
    Optional<String> span = call.parameter("span");
    if (span.isEmpty()) {
      return after(after);
    }
    HistorySpan wanted = SPANS.get(span.get());
    if (wanted == null) {
      throw AdminRefusal.mistake(
          "the parameter span cannot be used",
          "it is day or month",
          "leave it out for the last half hour");
    }
    List<SiteMoment> some =
        kept.since(wanted, after).stream().filter(one -> one.at().isAfter(after)).toList();
    return new HistoryPiece(wanted.stretch().toSeconds(), some);
  }

  private static Instant after(AdminCall call) throws AdminRefusal {
    try {
      return Instant.parse(call.parameter("after").orElse("1970-01-01T00:00:00Z"));
    } catch (DateTimeParseException other) {
      throw AdminRefusal.mistake(
          "the parameter after cannot be used",
          "it is a moment such as 2026-11-21T12:00:00Z",
          "leave it out for all that is known");
    }
  }
}
