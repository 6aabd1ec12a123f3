package org.bora.gridftp.door;

import java.time.Duration;

/**
 * How doors are watched.
 *
 * @param interval from the start of one check of a door to the start of the next; 100 ms to 1 h
 * @param timeout what one check may take; at least 10 ms, at most the interval
 * @param failuresToClose checks in a row that must fail before a healthy door gets no more TURLs; 1
 *     to 100
 * @param successesToOpen checks in a row that must pass before it gets them again; 1 to 100
 */
public record WatchSettings(
    Duration interval, Duration timeout, int failuresToClose, int successesToOpen) {

  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);
  private static final int MOST_CHECKS = 100;

  public WatchSettings {
    within("interval", interval, SHORTEST_INTERVAL, LONGEST_INTERVAL);
    within("timeout", timeout, SHORTEST_TIMEOUT, interval);
    within("failuresToClose", failuresToClose);
    within("successesToOpen", successesToOpen);
  }

  /**
   * Every 10 s, 5 s each, two of a kind to change. A check costs the server one forked process and
   * one TLS handshake, some 20 ms of its CPU: 0.2 % at 10 s. A dead door is closed within 20 s and
   * a silent one within 25 s, shorter than clients retry; two of a kind, so that neither a restart
   * of a second nor a single good answer under overload moves traffic.
   */
  public static WatchSettings defaults() {
    return new WatchSettings(Duration.ofSeconds(10), Duration.ofSeconds(5), 2, 2);
  }

  /** When the watch gives up a check that has outstayed its own time-out. */
  Duration abandonAfter() {
    return timeout.multipliedBy(3).dividedBy(2);
  }

  private static void within(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s %s is not within %s to %s".formatted(key, value, least, most));
    }
  }

  private static void within(String key, int value) {
    if (value < 1 || value > MOST_CHECKS) {
      throw new IllegalArgumentException(
          "%s %d is not within 1 to %d".formatted(key, value, MOST_CHECKS));
    }
  }
}
