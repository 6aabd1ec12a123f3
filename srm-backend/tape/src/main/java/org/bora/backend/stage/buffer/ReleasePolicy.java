package org.bora.backend.stage.buffer;

import java.util.Objects;
import org.bora.backend.stage.BufferSettings;

/**
 * How much must leave a buffer, and in which order. It uses no clock, disk or database, so the
 * server and the simulation of {@code bora bench buffer} share this class.
 */
public final class ReleasePolicy {
  private final BufferSettings settings;

  public ReleasePolicy(BufferSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  public BufferSettings settings() {
    return settings;
  }

  /**
   * Whether files that come by the time of their last use come in the order in which they leave.
   */
  public boolean isByLastUse() {
    return settings.order() == BufferSettings.ReleaseOrder.LEAST_RECENTLY_USED;
  }

  /** Whether more is occupied than the high mark allows. */
  public boolean isOverHigh(Occupancy now) {
    return now.occupied() > settings.highBytes(now.capacity());
  }

  /**
   * Bytes that must leave to reach the low mark; 0 up to the high mark, because files on disk are
   * useful and should leave in few large rounds.
   */
  public long toRelease(Occupancy now) {
    return isOverHigh(now) ? downToLow(now) : 0;
  }

  /**
   * The same for a call that needs these bytes at once. If they are free, nothing must leave;
   * otherwise it is an ordinary round, which also makes room for later calls.
   */
  public long toRelease(Occupancy now, long wanted) {
    long missing = wanted - now.free();
    return missing > 0 ? Math.max(missing, downToLow(now)) : toRelease(now);
  }

  private long downToLow(Occupancy now) {
    return Math.max(0, now.occupied() - settings.lowBytes(now.capacity()));
  }

  /**
   * An empty choice of files that together have these bytes.
   *
   * @param most how many files at most; the memory it takes
   */
  public Victims choose(long bytes, int most) {
    return new Victims(Victims.precedence(settings.order()), bytes, most);
  }
}
