package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** The next work of a drive. */
public sealed interface NextPass {

  /**
   * Read files of one volume, in ascending position. Which ones: those of the volume that wait, at
   * {@code from} or behind it, the lowest positions first, as many as {@link ForwardPass} takes.
   * When they are through and the drive asks again, the same pass goes on, with what has been asked
   * for in the meantime, until nothing is left ahead.
   *
   * @param volume empty: files of which the tape system does not say where they lie; there may be
   *     several such batches at once
   * @param from -1 for a new pass from the beginning of the volume
   * @param only files of this caller alone; there for the volume without a name, where longest
   *     waiting comes first
   * @param turnOf the caller that was chosen: to be noted, with the present moment, as the caller's
   *     last turn when the batch begins, and that moment as the beginning of the pass. Empty where
   *     a pass goes on
   */
  record Read(String volume, long from, Optional<String> only, Optional<String> turnOf)
      implements NextPass {

    public Read {
      Objects.requireNonNull(volume, "volume");
      Objects.requireNonNull(only, "only");
      Objects.requireNonNull(turnOf, "turnOf");
    }
  }

  /**
   * Files wait, but more may come for the same volumes: ask again at the given time, or when more
   * have come.
   */
  record Later(Instant at) implements NextPass {

    public Later {
      Objects.requireNonNull(at, "at");
    }
  }

  /** Nothing waits, except for volumes that are being read: ask again when something changes. */
  record Nothing() implements NextPass {}
}
