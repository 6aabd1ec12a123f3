package org.bora.storage.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * The version of a directory: equal while no name is added or removed, as far as the resolution of
 * the filesystem's time allows.
 *
 * @param inode inode of the directory
 * @param changed time of its last change, by the clock of the filesystem
 */
public record DirectoryVersion(long inode, Instant changed) {

  public DirectoryVersion {
    Objects.requireNonNull(changed, "changed");
  }
}
