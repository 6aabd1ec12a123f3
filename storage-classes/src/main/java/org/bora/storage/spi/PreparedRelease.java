package org.bora.storage.spi;

/**
 * A file that is ready to leave the disk ({@link Residences#prepareRelease}). For the thread that
 * made it.
 */
public interface PreparedRelease extends AutoCloseable {
  /**
   * Takes the bytes off the disk. Atomic for readers: who has the file open goes on reading the
   * data, who opens it sees all of it or is refused. BUSY where a process of this machine has the
   * file open, where it was changed, or where {@link Residences#keep} has withdrawn the release
   * since it was prepared, however long ago that was.
   */
  void carryOut() throws StorageException;

  /** Puts away what was prepared; nothing happens where the release was carried out. */
  @Override
  void close();
}
