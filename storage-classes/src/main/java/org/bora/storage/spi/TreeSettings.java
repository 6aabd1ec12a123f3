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
 * @param seals the secrets that vouch for what Bora writes on files
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
