package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Lease;

/** The answer to the claim of both names of a rename. */
public sealed interface NameClaim {

  /**
   * Both names are held, until {@link NameUse#finish}, the end of the claim's time, or the end of
   * the backend's stay.
   *
   * @param file the identifier of the file at the source; empty for a directory, or a file without
   *     one
   * @param until deadline after which nothing may be renamed
   * @param stay while it is not valid, nothing may be renamed either
   */
  record Taken(UUID move, boolean directory, Optional<UUID> file, Instant until, Lease stay)
      implements NameClaim {
    public Taken {
      Objects.requireNonNull(stay, "stay");
      Objects.requireNonNull(until, "until");
      Objects.requireNonNull(move, "move");
      Objects.requireNonNull(file, "file");
    }
  }

  /** Nothing is held. */
  record Refused(Obstacle why) implements NameClaim {
    public Refused {
      Objects.requireNonNull(why, "why");
    }
  }

  /** What stands in the way. */
  enum Obstacle {
    /** The source, or something below it, is being written. */
    SOURCE_WRITTEN,
    /** Other callers have pins on the source. */
    SOURCE_READ,
    /** The source was removed or replaced since the first look. */
    SOURCE_CHANGED,
    /** The target is being written. */
    TARGET_WRITTEN,
    /** Other moves have one of the names, again and again. */
    MOVING
  }

  /** The result of a rename. */
  enum Outcome {
    /** The file has its new name, on disk and in the database. */
    MOVED,
    /** The file has its old name. */
    STAYED
  }
}
