package org.bora.storage.spi;

import java.util.Objects;

/**
 * What an administrator chooses about an area's filesystem.
 *
 * @param spaceSource where {@link AreaTree#space} is read
 * @param preallocate whether {@link AreaTree#preallocate} takes room
 * @param striping of new files
 * @param hsm whether the tape system of the filesystem itself takes bytes away and brings them
 *     back, in place of stubs
 */
public record TreeSettings(
    SpaceSource spaceSource, boolean preallocate, Striping striping, boolean hsm) {

  public TreeSettings {
    Objects.requireNonNull(spaceSource, "spaceSource");
    Objects.requireNonNull(striping, "striping");
  }

  /** With the striping that directories have, and stubs. */
  public TreeSettings(SpaceSource spaceSource, boolean preallocate) {
    this(spaceSource, preallocate, Striping.INHERITED, false);
  }

  public static TreeSettings defaults() {
    return new TreeSettings(SpaceSource.AUTO, true);
  }
}
