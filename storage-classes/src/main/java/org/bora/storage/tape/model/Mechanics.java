package org.bora.storage.tape.model;

import java.time.Duration;
import java.util.Objects;

/**
 * How fast a tape library is. Rates are in bytes per second along the tape; a rate of zero means
 * that it takes no time.
 *
 * @param mount from the robot's grip into the shelf until the drive is ready, at the beginning of
 *     the tape
 * @param unmount of a rewound tape, until the drive is empty
 * @param locateOverhead of every locate, however near: stopping, turning, speeding up
 * @param seekBytesPerSecond at which a drive winds
 * @param readBytesPerSecond at which it reads
 * @param writeBytesPerSecond at which it writes
 */
public record Mechanics(
    Duration mount,
    Duration unmount,
    Duration locateOverhead,
    long seekBytesPerSecond,
    long readBytesPerSecond,
    long writeBytesPerSecond) {

  private static final Duration MAX_TIME = Duration.ofHours(1);
  private static final double NANOS_PER_SECOND = 1e9;

  /** A toy whose arms and motors need no time at all. */
  public static final Mechanics INSTANT =
      new Mechanics(Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, 0, 0);

  public Mechanics {
    checkTime("mount", mount);
    checkTime("unmount", unmount);
    checkTime("locateOverhead", locateOverhead);
    checkRate("seekBytesPerSecond", seekBytesPerSecond);
    checkRate("readBytesPerSecond", readBytesPerSecond);
    checkRate("writeBytesPerSecond", writeBytesPerSecond);
  }

  /**
   * A drive of today, in round figures: 20 s to load, 25 s to unload, 400 MB/s, and two minutes
   * from one end of 18 TB to the other.
   */
  public static Mechanics enterprise() {
    return new Mechanics(
        Duration.ofSeconds(20),
        Duration.ofSeconds(25),
        Duration.ofSeconds(5),
        150_000_000_000L,
        400_000_000L,
        400_000_000L);
  }

  /** Moves the head; where it is already costs nothing: the drive streams on. */
  public Duration locate(long from, long to) {
    return from == to
        ? Duration.ZERO
        : locateOverhead.plus(time(Math.abs(to - from), seekBytesPerSecond));
  }

  /** Winds back to the beginning, as a tape must be before it can be unmounted. */
  public Duration rewind(long from) {
    return locate(from, 0);
  }

  public Duration read(long bytes) {
    return time(bytes, readBytesPerSecond);
  }

  public Duration write(long bytes) {
    return time(bytes, writeBytesPerSecond);
  }

  private static Duration time(long bytes, long bytesPerSecond) {
    if (bytesPerSecond == 0) {
      return Duration.ZERO;
    }
    double rest = bytes % bytesPerSecond;
    return Duration.ofSeconds(
        bytes / bytesPerSecond, Math.round(rest * NANOS_PER_SECOND / bytesPerSecond));
  }

  private static void checkTime(String what, Duration time) {
    Objects.requireNonNull(time, what);
    if (time.isNegative() || time.compareTo(MAX_TIME) > 0) {
      throw new IllegalArgumentException(what + " is " + time + "; allowed is PT0S to " + MAX_TIME);
    }
  }

  private static void checkRate(String what, long rate) {
    if (rate < 0) {
      throw new IllegalArgumentException(
          what + " is " + rate + "; allowed is 0 (takes no time) or more");
    }
  }
}
