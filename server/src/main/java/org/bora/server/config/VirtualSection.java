package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** The section {@code virtual} of a library. */
record VirtualSection(
    @Key(preset = "tapes") Path directory,
    @Key(preset = "2", least = "1", most = "1000") int drives,
    @Key(preset = "10", least = "1", most = "99999") int volumes,
    @Key(preset = "1GiB", least = "64MiB", most = "1048576TiB") long volumeSize,
    @Key(preset = "500ms", least = "0s", most = "1h") Duration mount,
    @Key(preset = "300ms", least = "0s", most = "1h") Duration unmount,
    @Key(preset = "100ms", least = "0s", most = "1h") Duration locate,
    @Key(preset = "0B", least = "0B", most = "1024TiB") long seekRate,
    @Key(preset = "0B", least = "0B", most = "1024TiB") long readRate,
    @Key(preset = "0B", least = "0B", most = "1024TiB") long writeRate)
    implements Making<VirtualLibrarySettings> {

  @Override
  public VirtualLibrarySettings settings() {
    return new VirtualLibrarySettings(
        directory,
        drives,
        volumes,
        volumeSize,
        new Mechanics(mount, unmount, locate, seekRate, readRate, writeRate));
  }
}
