package org.bora.storage.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * What a directory was when it was looked at: equal as long as no name came or went, as far as the
 * time of the filesystem can tell two changes apart.
 *
 * @param inode which directory it is
 * @param changed when it was changed last, by the clock of the filesystem
 */
public record DirectoryVersion(long inode, Instant changed) {

  public DirectoryVersion {
    Objects.requireNonNull(changed, "changed");
  }
}
