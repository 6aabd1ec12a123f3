package org.bora.server.config;

import java.nio.file.Path;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** The section {@code virtual} of a library. */
record VirtualSection(
    @Key(preset = "tapes") Path directory,
    @Key(preset = "2", least = "1", most = "1000") int drives,
    @Key(preset = "10", least = "1", most = "99999") int volumes,
    @Key(preset = "1GiB", least = "64MiB", most = "1048576TiB") long volumeSize,
    @Flat Mechanics mechanics)
    implements Making<VirtualLibrarySettings> {

  @Override
  public VirtualLibrarySettings settings() {
    return new VirtualLibrarySettings(directory, drives, volumes, volumeSize, mechanics);
  }
}
