package org.bora.storage.tape.model;

import java.time.Duration;
import java.util.Objects;

/**
 * What a drive has done, or all that was done with a volume.
 *
 * @param mounts of volumes
 * @param seeks locates that moved the tape, rewinding before unmounting included
 * @param readBytes along the tape, descriptions and filling included
 * @param writtenBytes the same of what was written
 * @param busy time spent mounting, unmounting, locating, reading and writing
 */
public record DriveUsage(
    long mounts, long seeks, long readBytes, long writtenBytes, Duration busy) {
  public static final DriveUsage NONE = new DriveUsage(0, 0, 0, 0, Duration.ZERO);

  public DriveUsage {
    Objects.requireNonNull(busy, "busy");
  }

  public DriveUsage plus(DriveUsage other) {
    return new DriveUsage(
        mounts + other.mounts,
        seeks + other.seeks,
        readBytes + other.readBytes,
        writtenBytes + other.writtenBytes,
        busy.plus(other.busy));
  }

  /** What was done since it was {@code earlier}. */
  public DriveUsage since(DriveUsage earlier) {
    return new DriveUsage(
        mounts - earlier.mounts,
        seeks - earlier.seeks,
        readBytes - earlier.readBytes,
        writtenBytes - earlier.writtenBytes,
        busy.minus(earlier.busy));
  }

  /** What one mount was. */
  public static DriveUsage mounted(Duration time) {
    return new DriveUsage(1, 0, 0, 0, time);
  }

  public static DriveUsage unmounted(Duration time) {
    return new DriveUsage(0, 0, 0, 0, time);
  }

  /** What one locate was; none if the head was there. */
  public static DriveUsage located(long from, long to, Duration time) {
    return new DriveUsage(0, from == to ? 0 : 1, 0, 0, time);
  }

  public static DriveUsage read(long bytes, Duration time) {
    return new DriveUsage(0, 0, bytes, 0, time);
  }

  public static DriveUsage written(long bytes, Duration time) {
    return new DriveUsage(0, 0, 0, bytes, time);
  }
}
