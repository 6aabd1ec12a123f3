package org.bora.backend.database;

import java.util.Objects;
import org.bora.api.figures.TimeSpread;

/**
 * Figures of one kind of database work since the start.
 *
 * @param name {@code reads} or {@code transactions}
 * @param waiting calls that wait for a connection now
 * @param times number and durations of completed work, including the wait
 * @param statements sent; of a transaction those that need no answer go as one
 * @param retries transient errors, such as deadlocks and lost connections, after which work was
 *     repeated
 * @param failures work that was given up, or that the database refused
 */
public record WorkFigures(
    String name, int waiting, TimeSpread times, long statements, long retries, long failures) {
  public WorkFigures {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(times, "times");
  }
}
