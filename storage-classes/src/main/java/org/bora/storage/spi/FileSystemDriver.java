package org.bora.storage.spi;

import java.nio.file.Path;

/**
 * A kind of filesystem. Drivers are chosen by name in the configuration, created once and
 * stateless. If its native library or a kernel feature is missing, the driver says so in one
 * sentence when it opens an area, and names what to install; nothing fails later for that reason.
 */
public interface FileSystemDriver {

  /** The name in the configuration, for example {@code posix}. */
  String name();

  /**
   * Opens an area.
   *
   * @param root an existing directory
   * @throws StorageException with a sentence for the administrator: the directory is missing or not
   *     writable, extended attributes are not supported, openat2 is missing, the filesystem has not
   *     what {@code settings} name
   */
  AreaTree open(Path root, TreeSettings settings) throws StorageException;

  /** Opens an area with the usual settings. */
  default AreaTree open(Path root) throws StorageException {
    return open(root, TreeSettings.defaults());
  }
}
