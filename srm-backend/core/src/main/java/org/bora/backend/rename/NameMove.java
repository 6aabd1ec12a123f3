package org.bora.backend.rename;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;

/**
 * A rename, as stored in the database.
 *
 * @param area name of the area
 * @param directory whether everything below moves too
 * @param file identifier of the file; empty for a directory, or a file without one
 * @param ownerDn the caller
 * @param lease while RUNNING, when any backend may settle it; otherwise, when it is deleted
 * @param stay stay of the renaming backend: if others have given it up, they may settle the move
 *     before the lease ends; empty if only the lease counts
 */
record NameMove(
    UUID id,
    String area,
    AreaPath from,
    AreaPath to,
    boolean directory,
    Optional<UUID> file,
    String ownerDn,
    State state,
    Instant lease,
    Optional<UUID> stay) {

  enum State {
    /** Both names are held. */
    RUNNING,
    /**
     * Its backend apparently vanished before the rename. A rename that hangs inside the kernel may
     * still happen, so the sweep continues to check; the names are free.
     */
    LOOSE,
    /** Disk and database agree; kept for a while, so that a repeated call is recognised. */
    DONE
  }

  NameMove {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(ownerDn, "ownerDn");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(stay, "stay");
  }

  /** Whether a name in the same area is held by this move. */
  boolean holds(AreaPath path) {
    return path.equals(from)
        || path.equals(to)
        || (directory && (path.isWithin(from) || path.isWithin(to)));
  }

  /** Whether two moves in the same area have a name in common. */
  boolean meets(NameMove other) {
    return holds(other.from) || holds(other.to) || other.holds(from) || other.holds(to);
  }

  /**
   * The same move, continued.
   *
   * @param found the file now at the source
   * @param until end of its lease
   * @param renaming the stay of the backend that renames
   */
  NameMove renewed(Optional<UUID> found, Instant until, Optional<UUID> renaming) {
    return new NameMove(id, area, from, to, directory, found, ownerDn, state, until, renaming);
  }
}
