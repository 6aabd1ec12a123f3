package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.virtual.VirtualLibrarySettings;

/** Reads the section {@code virtual} of a library. */
final class VirtualSection {
  private static final ValueType<Duration> TIME =
      Values.duration(Duration.ZERO, Duration.ofHours(1));
  private static final ValueType<Long> RATE = Values.size(0, 1L << 50);

  private VirtualSection() {}

  /**
   * Absent where the record refuses, which is told.
   *
   * @param usual where its volumes are when the file does not say
   */
  static Optional<VirtualLibrarySettings> read(Section section, Path base, String usual) {
    VirtualLibrarySettings preset = VirtualLibrarySettings.defaults(base.resolve(usual));
    Path directory = section.value("directory", Values.path(base), usual);
    int drives =
        section.value(
            "drives", Values.number(1, VirtualLibrarySettings.MAX_DRIVES), "" + preset.drives());
    int volumes =
        section.value(
            "volumes", Values.number(1, VirtualLibrarySettings.MAX_VOLUMES), "" + preset.volumes());
    long bytes =
        section.value(
            "volume-size",
            Values.size(VirtualLibrarySettings.MIN_VOLUME_BYTES, 1L << 60),
            Values.writeSize(preset.volumeBytes()));
    Mechanics usually = preset.mechanics();
    Duration mount = section.value("mount", TIME, Values.write(usually.mount()));
    Duration unmount = section.value("unmount", TIME, Values.write(usually.unmount()));
    Duration locate = section.value("locate", TIME, Values.write(usually.locateOverhead()));
    long seek = rate(section, "seek-rate", usually.seekBytesPerSecond());
    long read = rate(section, "read-rate", usually.readBytesPerSecond());
    long write = rate(section, "write-rate", usually.writeBytesPerSecond());
    section.finish();
    return section.build(
        () ->
            new VirtualLibrarySettings(
                directory,
                drives,
                volumes,
                bytes,
                new Mechanics(mount, unmount, locate, seek, read, write)));
  }

  private static long rate(Section section, String key, long preset) {
    return section.value(key, RATE, Values.writeSize(preset));
  }
}
