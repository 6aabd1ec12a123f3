package org.bora.storage.spi;

import java.util.Optional;

/**
 * An open directory, read name by name in the directory's own order: it needs constant memory for
 * any size, and the order is the same at every reading while the directory does not change. Hidden
 * names are omitted, and so are names that are not UTF-8, which no SRM client could send. Used and
 * closed by the thread that opened it.
 */
public interface Listing extends AutoCloseable {

  /** The next name, or empty at the end. */
  Optional<String> next() throws StorageException;

  /** The directory as it is now. */
  DirectoryVersion version() throws StorageException;

  /**
   * Where the directory has the name that {@link #next} returned last.
   *
   * @throws IllegalStateException before the first name
   */
  ListingMark mark();

  /**
   * Goes to a mark of a listing of the same version of this directory: its name is the next one. A
   * filesystem whose positions do not lead back is noticed by the name.
   *
   * @return false where the mark leads nowhere; the listing is at its beginning then
   */
  boolean goTo(ListingMark mark) throws StorageException;

  /** False where what {@link #next} returned last is certainly no directory. */
  boolean mayBeDirectory();

  /**
   * A note that a door left on a file whose name {@link #next} returned ({@link OpenFile#note}).
   *
   * @throws StorageException MISSING when it was removed meanwhile
   */
  Optional<String> note(String name, String note) throws StorageException;

  /**
   * The facts of a name that {@link #next} returned.
   *
   * @throws StorageException MISSING when it was removed meanwhile
   */
  EntryFacts facts(String name) throws StorageException;

  /**
   * What a client is shown of a name that {@link #next} returned: cheaper than {@link #facts}, for
   * it is not opened. Where the name goes from one file to another meanwhile, the answer may be of
   * both. Without the identifier of the upload, for nothing may be decided by it.
   *
   * @param checksum whether it is wanted
   * @throws StorageException MISSING when it was removed meanwhile
   */
  EntryFacts glance(String name, boolean checksum) throws StorageException;

  @Override
  void close();
}
