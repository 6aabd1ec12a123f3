package org.bora.storage.spi;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What an administrator chooses about an area's filesystem.
 *
 * @param spaceSource where {@link AreaTree#space} is read
 * @param preallocate whether {@link AreaTree#preallocate} takes room
 * @param striping of new files
 * @param hsm whether the tape system of the filesystem itself takes bytes away and brings them
 *     back, in place of stubs
 * @param stormUntil files that were last changed before are StoRM's: what it noted on them counts
 */
public record TreeSettings(
    SpaceSource spaceSource,
    boolean preallocate,
    Striping striping,
    boolean hsm,
    Optional<Instant> stormUntil) {

  public TreeSettings {
    Objects.requireNonNull(spaceSource, "spaceSource");
    Objects.requireNonNull(striping, "striping");
    Objects.requireNonNull(stormUntil, "stormUntil");
  }

  /** Of an area that StoRM never had. */
  public TreeSettings(
      SpaceSource spaceSource, boolean preallocate, Striping striping, boolean hsm) {
    this(spaceSource, preallocate, striping, hsm, Optional.empty());
  }

  /** With the striping that directories have, and stubs. */
  public TreeSettings(SpaceSource spaceSource, boolean preallocate) {
    this(spaceSource, preallocate, Striping.INHERITED, false);
  }

  public static TreeSettings defaults() {
    return new TreeSettings(SpaceSource.AUTO, true);
  }
}
