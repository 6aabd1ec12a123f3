package org.bora.storage.quota;

import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;

/** One source for the space of an area. */
@FunctionalInterface
public interface SpaceReading {

  /**
   * Reads it; blocks on the filesystem.
   *
   * @param directory descriptor of the area's root, opened for reading
   * @return empty where nothing of the kind limits the area
   * @throws StorageException why the process cannot learn it, in a sentence
   */
  Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException;
}
