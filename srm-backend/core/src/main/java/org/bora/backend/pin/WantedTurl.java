package org.bora.backend.pin;

import java.util.Optional;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.StorageException;

/** The TURL that a file gets once it is pinned. */
@FunctionalInterface
public interface WantedTurl {
  /** For callers that want no TURL: the file's path is not needed. */
  WantedTurl NONE = place -> Optional.empty();

  /**
   * Makes the TURL of a file that was seen in a place.
   *
   * @throws StorageException where the filesystem does not tell the file's path
   */
  Optional<String> of(Place place) throws StorageException;
}
