package org.bora.server.check;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files and directories that a configuration names. */
final class Named {
  private Named() {}

  /**
   * What keeps a file from being read.
   *
   * @param wayOut what to do about it
   */
  static Optional<MachineFinding> file(String key, Path file, String wayOut) {
    if (!Files.exists(file)) {
      return grave(key, file + " does not exist", wayOut);
    }
    if (Files.isDirectory(file)) {
      return grave(key, file + " is a directory, not a file", wayOut);
    }
    return Files.isReadable(file)
        ? Optional.empty()
        : grave(key, file + " is not readable for this user", wayOut);
  }

  /** The same of a directory. */
  static Optional<MachineFinding> directory(String key, Path directory, String wayOut) {
    if (!Files.exists(directory)) {
      return grave(key, directory + " does not exist", wayOut);
    }
    if (!Files.isDirectory(directory)) {
      return grave(key, directory + " is not a directory", wayOut);
    }
    return Files.isReadable(directory)
        ? Optional.empty()
        : grave(key, directory + " is not readable for this user", wayOut);
  }

  private static Optional<MachineFinding> grave(String key, String what, String wayOut) {
    return Optional.of(MachineFinding.grave(key, what + "; " + wayOut));
  }
}
