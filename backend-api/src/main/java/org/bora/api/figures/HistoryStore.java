package org.bora.api.figures;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Stores the state of a site in each interval, for all backends. Thread safe; may block. */
public interface HistoryStore {

  /** The most characters that one stretch may have; each has three bytes at most. */
  int MOST_CHARACTERS = 20_000;

  /**
   * One stored interval.
   *
   * @param start when it began
   * @param moment JSON, perhaps of another version of Bora
   */
  record Kept(Instant start, String moment) {
    public Kept {
      Objects.requireNonNull(start, "start");
      Objects.requireNonNull(moment, "moment");
    }
  }

  /**
   * Stores a stretch, and deletes those older than the span. An existing stretch stays, because
   * every backend offers it.
   *
   * @throws IllegalArgumentException if it has more than {@link #MOST_CHARACTERS}
   */
  void keep(HistorySpan span, Instant start, String moment);

  /** The stretches that began then or later, the oldest first; none older than the span reaches. */
  List<Kept> since(HistorySpan span, Instant start);
}
