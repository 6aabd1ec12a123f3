package org.bora.storage.tape.script;

import java.time.Duration;

/**
 * How long commands may take.
 *
 * @param batch the whole run; 1 s to 30 days
 * @param silence without a line on either output; 100 ms to {@code batch}
 * @param query a question, whole run; 100 ms to 1 hour
 * @param grace between SIGTERM and SIGKILL; 0 to 10 minutes
 */
public record ScriptTimes(Duration batch, Duration silence, Duration query, Duration grace) {
  public static final Duration LONGEST_BATCH = Duration.ofDays(30);
  public static final Duration LONGEST_QUERY = Duration.ofHours(1);
  public static final Duration LONGEST_GRACE = Duration.ofMinutes(10);
  public static final Duration SHORTEST_BATCH = Duration.ofSeconds(1);
  public static final Duration SHORTEST = Duration.ofMillis(100);

  public ScriptTimes {
    check("batch", batch, SHORTEST_BATCH, LONGEST_BATCH);
    check("silence", silence, SHORTEST, batch);
    check("query", query, SHORTEST, LONGEST_QUERY);
    check("grace", grace, Duration.ZERO, LONGEST_GRACE);
  }

  /** A day, an hour, a minute, ten seconds. */
  public static ScriptTimes defaults() {
    return new ScriptTimes(
        Duration.ofDays(1), Duration.ofHours(1), Duration.ofMinutes(1), Duration.ofSeconds(10));
  }

  private static void check(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what + " is " + value + "; allowed is " + least + " to " + most);
    }
  }
}
