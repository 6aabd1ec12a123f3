package org.bora.storage.spi;

import java.util.Objects;

/**
 * What an administrator chooses about an area's filesystem.
 *
 * @param spaceSource where {@link AreaTree#space} is read
 * @param preallocate whether {@link AreaTree#preallocate} takes room
 * @param striping of new files
 */
public record TreeSettings(SpaceSource spaceSource, boolean preallocate, Striping striping) {

  public TreeSettings {
    Objects.requireNonNull(spaceSource, "spaceSource");
    Objects.requireNonNull(striping, "striping");
  }

  /** With the striping that directories have. */
  public TreeSettings(SpaceSource spaceSource, boolean preallocate) {
    this(spaceSource, preallocate, Striping.INHERITED);
  }

  public static TreeSettings defaults() {
    return new TreeSettings(SpaceSource.AUTO, true);
  }
}
