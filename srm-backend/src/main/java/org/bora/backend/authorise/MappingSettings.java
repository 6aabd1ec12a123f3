package org.bora.backend.authorise;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where callers get their local accounts from; read by a privileged process only.
 *
 * @param gridMapfile the grid-mapfile that the GridFTP servers use too
 * @param checkEvery how often at most the file is looked at for changes, 1 s to 1 h
 */
public record MappingSettings(Path gridMapfile, Duration checkEvery) {

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofHours(1);

  public MappingSettings {
    if (!gridMapfile.isAbsolute()) {
      throw new IllegalArgumentException(
          "gridMapfile: '" + gridMapfile + "' is not allowed: an absolute path");
    }
    if (checkEvery.compareTo(LEAST) < 0 || checkEvery.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "checkEvery: " + checkEvery + " is not allowed: " + LEAST + " to " + MOST);
    }
  }

  public static MappingSettings defaults() {
    return new MappingSettings(Path.of("/etc/grid-security/grid-mapfile"), Duration.ofSeconds(10));
  }
}
