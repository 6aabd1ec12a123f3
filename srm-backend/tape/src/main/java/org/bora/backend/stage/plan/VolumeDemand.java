package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What one caller waits for on one volume: all that the order needs to know of its files, so that a
 * million waiting recalls are as many records as there are pairs of volume and caller. The database
 * makes them from an index that begins with library and state:
 *
 * <pre>
 * SELECT volume, caller, COUNT(*), SUM(size), MAX(position), MAX(priority), MIN(wanted), MIN(deadline)
 * FROM ... WHERE library = ? AND state = WAITING GROUP BY volume, caller
 * </pre>
 *
 * <p>Rows that wait for another attempt (back-off) are left out until it is due, and so are those
 * in a batch that runs. A file that several callers want counts for each of them, or, where that is
 * dear, for one: the others are then served in that one's turn.
 *
 * @param volume empty where the tape system does not say
 * @param caller whose fair share counts; any text that is the same for the same caller
 * @param files 1 or more
 * @param bytes of all of them
 * @param furthest greatest position among them, -1 where no position is known
 * @param priority greatest among them; 0 is usual, more is sooner
 * @param oldest when the one that waits longest was asked for
 * @param deadline the earliest
 */
public record VolumeDemand(
    String volume,
    String caller,
    long files,
    long bytes,
    long furthest,
    int priority,
    Instant oldest,
    Optional<Instant> deadline) {

  /** Priorities lie between this and its negative. */
  public static final int MOST_PRIORITY = 100;

  public VolumeDemand {
    Objects.requireNonNull(volume, "volume");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(oldest, "oldest");
    Objects.requireNonNull(deadline, "deadline");
    if (files < 1 || bytes < 0 || furthest < -1) {
      throw new IllegalArgumentException(
          "files " + files + ", bytes " + bytes + ", furthest " + furthest);
    }
    if (Math.abs(priority) > MOST_PRIORITY) {
      throw new IllegalArgumentException(
          "priority is " + priority + ", allowed are -100 to " + MOST_PRIORITY);
    }
  }
}
