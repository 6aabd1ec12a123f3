package org.bora.storage.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The space of one area, from the configured source. {@link SpaceSource#AUTO} asks all sources each
 * time, so that a new or changed quota takes effect, and skips those that this process may not
 * read; statvfs often shows the same (XFS and ext4 show the quota of a project there).
 */
public final class SpaceGauge {
  private final SpaceSource source;
  private final Map<SpaceSource, SpaceReading> readings;

  private SpaceGauge(SpaceSource source, Map<SpaceSource, SpaceReading> readings) {
    this.source = source;
    this.readings = readings;
  }

  /**
   * A gauge that was read successfully once.
   *
   * @param root as configured, for the message
   * @param special additional or better sources of the driver
   * @throws StorageException if the filesystem has no source of the requested kind
   */
  public static SpaceGauge open(
      CallFrame frame,
      int directory,
      String root,
      SpaceSource source,
      Map<SpaceSource, SpaceReading> special)
      throws StorageException {
    Map<SpaceSource, SpaceReading> readings = new EnumMap<>(SpaceSource.class);
    readings.put(SpaceSource.STATVFS, new StatvfsReading(SpaceFacts.FILESYSTEM));
    readings.put(SpaceSource.PROJECT, new ProjectReading());
    readings.put(SpaceSource.BTRFS_QGROUP, new QgroupReading());
    readings.put(SpaceSource.GLUSTER, new GlusterReading());
    readings.putAll(special);
    if (source != SpaceSource.AUTO && !readings.containsKey(source)) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          root + " has no " + source.words() + " with this driver; choose another space-source");
    }
    SpaceGauge gauge = new SpaceGauge(source, Map.copyOf(readings));
    try {
      gauge.read(frame, directory);
    } catch (StorageException failure) {
      throw new StorageException(failure.reason(), root + ": " + failure.getMessage());
    }
    return gauge;
  }

  /** Size and free space now. */
  public SpaceFacts read(CallFrame frame, int directory) throws StorageException {
    return source == SpaceSource.AUTO ? tightest(frame, directory) : named(frame, directory);
  }

  private SpaceFacts named(CallFrame frame, int directory) throws StorageException {
    Optional<SpaceFacts> read = readings.get(source).read(frame, directory);
    if (read.isEmpty()) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          "no " + source.words() + " limits this directory; set one, or let space-source be auto");
    }
    return read.get();
  }

  /** Each value is an upper bound, so the smallest one applies. */
  private SpaceFacts tightest(CallFrame frame, int directory) throws StorageException {
    List<SpaceFacts> all = new ArrayList<>();
    for (Map.Entry<SpaceSource, SpaceReading> reading : readings.entrySet()) {
      if (reading.getKey() == SpaceSource.STATVFS) {
        reading.getValue().read(frame, directory).ifPresent(all::add);
      } else {
        permitted(reading.getValue(), frame, directory).ifPresent(all::add);
      }
    }
    Comparator<SpaceFacts> order =
        Comparator.comparingLong(SpaceFacts::available).thenComparingLong(SpaceFacts::total);
    SpaceFacts least = all.stream().min(order.thenComparing(SpaceFacts::source)).orElseThrow();
    long total = all.stream().mapToLong(SpaceFacts::total).min().orElseThrow();
    return new SpaceFacts(total, least.available(), least.source());
  }

  private static Optional<SpaceFacts> permitted(
      SpaceReading reading, CallFrame frame, int directory) throws StorageException {
    try {
      return reading.read(frame, directory);
    } catch (StorageException failure) {
      if (failure.reason() == Reason.DENIED || failure.reason() == Reason.UNSUPPORTED) {
        return Optional.empty();
      }
      throw failure;
    }
  }
}
