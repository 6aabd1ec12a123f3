package org.bora.backend.pin;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.TapeCopy;

/**
 * A file that may be only on tape, as it was when examined.
 *
 * @param file identifier of the upload that made it
 * @param certain whether the identifier is certain; otherwise it is only the claim of the file, see
 *     {@link CertainFiles}
 * @param onDisk whether its bytes are on disk
 * @param copy on tape, where Bora has noted one; of one that has left the disk since, perhaps not
 *     yet
 * @param size bytes
 */
public record Staged(
    UUID file, boolean certain, Place place, boolean onDisk, Optional<TapeCopy> copy, long size) {

  public Staged {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(copy, "copy");
  }

  /** Empty for files that stay on disk whatever happens: nothing has to be asked about them. */
  static Optional<Staged> of(Place place, EntryFacts facts) {
    boolean onDisk = facts.residency().onDisk();
    boolean stays = onDisk && !place.area().keeping().storageClass().leavesDisk();
    EntryFacts sealed = facts.certain();
    return stays
        ? Optional.empty()
        : facts
            .id()
            .map(
                id ->
                    new Staged(
                        id,
                        sealed.id().isPresent(),
                        place,
                        onDisk,
                        sealed.residency().tape(),
                        facts.size()));
  }
}
