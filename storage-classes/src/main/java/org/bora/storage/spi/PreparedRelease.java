package org.bora.storage.spi;

/**
 * A file that is ready to leave the disk ({@link Residences#prepareRelease}). For the thread that
 * made it.
 */
public interface PreparedRelease extends AutoCloseable {
  /**
   * Removes the bytes from the disk. Atomic for readers: a process that has the file open continues
   * to read its data; a process that opens it sees all data or is refused. BUSY if a process on
   * this machine has the file open, if it was changed, or if {@link Residences#keep} has withdrawn
   * the release since it was prepared, however long ago.
   */
  void carryOut() throws StorageException;

  /** Discards the preparation; without effect if the release was carried out. */
  @Override
  void close();
}
