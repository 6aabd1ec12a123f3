package org.bora.backend.space;

import java.time.Instant;
import java.util.Optional;
import org.bora.backend.locate.StorageArea;

/**
 * Frees space in an area's own space, if its files may leave the disk. Blocks until it has; safe on
 * virtual threads; never called in a transaction.
 */
@FunctionalInterface
public interface RoomMaker {
  /** For areas whose files stay. */
  RoomMaker NONE = (area, bytes, until) -> Optional.of("");

  /**
   * Lets files leave so that these bytes can be taken.
   *
   * @param until when the caller stops waiting for it
   * @return empty where there is so much room now, which others may take as well; else what stands
   *     in the way, for people, blank where there is nothing to say
   */
  Optional<String> makeRoom(StorageArea area, long bytes, Instant until);
}
