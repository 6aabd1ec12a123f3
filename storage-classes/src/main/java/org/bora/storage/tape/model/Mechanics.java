package org.bora.storage.tape.model;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

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
    @Key(preset = "500ms", least = "0s", most = "1h") Duration mount,
    @Key(preset = "300ms", least = "0s", most = "1h") Duration unmount,
    @Key(name = "locate", preset = "100ms", least = "0s", most = "1h") Duration locateOverhead,
    @Key(name = "seek-rate", preset = "0B", least = "0B", most = "1024TiB") long seekBytesPerSecond,
    @Key(name = "read-rate", preset = "0B", least = "0B", most = "1024TiB") long readBytesPerSecond,
    @Key(name = "write-rate", preset = "0B", least = "0B", most = "1024TiB")
        long writeBytesPerSecond)
    implements Keys {

  private static final double NANOS_PER_SECOND = 1e9;

  /** A toy whose arms and motors need no time at all. */
  public static final Mechanics INSTANT =
      new Mechanics(Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, 0, 0);

  public Mechanics {
    Keys.check(
        Mechanics.class,
        mount,
        unmount,
        locateOverhead,
        seekBytesPerSecond,
        readBytesPerSecond,
        writeBytesPerSecond);
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

  /**
   * Moves the head. A move to its present position costs nothing, because the drive is streaming.
   */
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
}
