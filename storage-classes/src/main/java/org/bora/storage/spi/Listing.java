package org.bora.storage.spi;

import java.util.Optional;

/**
 * An open directory, read name by name in the directory's own order: constant memory however wide
 * it is, and the same order at every reading as long as the directory does not change. Hidden names
 * are left out, and so are names that are not UTF-8, which no SRM client could say. Used and closed
 * by the thread that opened it.
 */
public interface Listing extends AutoCloseable {

  /** The next name, or empty at the end. */
  Optional<String> next() throws StorageException;

  /**
   * The facts of a name that {@link #next} returned.
   *
   * @throws StorageException MISSING when it was removed meanwhile
   */
  EntryFacts facts(String name) throws StorageException;

  @Override
  void close();
}
