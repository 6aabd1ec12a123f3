package org.bora.storage.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The directory at the path of an area's root at one moment. The mark identifies the directory on
 * every host; the inode number distinguishes it from a copy, which has the same mark.
 *
 * @param mark identifier of the area, in the attribute {@code user.bora.area} of the directory;
 *     empty if the directory has none
 * @param inode of the directory; the same on all hosts that mount one filesystem
 */
public record RootFacts(Optional<UUID> mark, long inode) {
  public RootFacts {
    Objects.requireNonNull(mark, "mark");
  }
}
