package org.bora.backend.database;

import java.util.Objects;
import org.bora.api.figures.TimeSpread;

/**
 * What one kind of work has asked of the database since the start.
 *
 * @param name {@code reads} or {@code transactions}
 * @param waiting who waits for a connection now
 * @param times of all that came to its end: how often, and how long it took, waiting included
 * @param statements sent; of a transaction those that need no answer go as one
 * @param retries deadlocks, lost connections and their like, after which work was tried again
 * @param failures work that was given up, or that the database refused
 */
public record WorkFigures(
    String name, int waiting, TimeSpread times, long statements, long retries, long failures) {
  public WorkFigures {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(times, "times");
  }
}
