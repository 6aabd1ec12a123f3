package org.bora.storage.spi;

import java.util.Objects;

/**
 * What an administrator chooses about an area's filesystem.
 *
 * @param spaceSource where {@link AreaTree#space} is read
 * @param preallocate whether {@link AreaTree#preallocate} takes room
 */
public record TreeSettings(SpaceSource spaceSource, boolean preallocate) {

  public TreeSettings {
    Objects.requireNonNull(spaceSource, "spaceSource");
  }

  public static TreeSettings defaults() {
    return new TreeSettings(SpaceSource.AUTO, true);
  }
}
