package org.bora.storage.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What is at the path of an area's root at one moment. The mark tells one directory from another on
 * every host; the inode number tells a directory from a copy of it, which has the mark too.
 *
 * @param mark identifier of the area, in the attribute {@code user.bora.area} of the directory;
 *     empty where the directory has none
 * @param inode of the directory; the same on all hosts that mount one filesystem
 */
public record RootFacts(Optional<UUID> mark, long inode) {
  public RootFacts {
    Objects.requireNonNull(mark, "mark");
  }
}
