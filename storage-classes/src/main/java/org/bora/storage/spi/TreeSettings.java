package org.bora.storage.spi;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of an area's filesystem.
 *
 * @param spaceSource where {@link AreaTree#space} is read
 * @param preallocate whether {@link AreaTree#preallocate} reserves space
 * @param striping of new files
 * @param hsm whether the filesystem's own tape system is used instead of stubs
 * @param stormUntil for files last changed before this time, StoRM's attributes count
 * @param seals the keys that seal Bora's attributes
 */
public record TreeSettings(
    SpaceSource spaceSource,
    boolean preallocate,
    Striping striping,
    boolean hsm,
    Optional<Instant> stormUntil,
    SealKeys seals) {

  /** One, so that equal settings are equal. */
  private static final SealKeys NO_SEALS = SealKeys.none();

  public TreeSettings {
    Objects.requireNonNull(spaceSource, "spaceSource");
    Objects.requireNonNull(striping, "striping");
    Objects.requireNonNull(stormUntil, "stormUntil");
    Objects.requireNonNull(seals, "seals");
  }

  /** Without secrets: nothing is sealed. */
  public TreeSettings(
      SpaceSource spaceSource,
      boolean preallocate,
      Striping striping,
      boolean hsm,
      Optional<Instant> stormUntil) {
    this(spaceSource, preallocate, striping, hsm, stormUntil, NO_SEALS);
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

  /** The same with these secrets. */
  public TreeSettings sealedBy(SealKeys keys) {
    return new TreeSettings(spaceSource, preallocate, striping, hsm, stormUntil, keys);
  }

  public static TreeSettings defaults() {
    return new TreeSettings(SpaceSource.AUTO, true);
  }
}
