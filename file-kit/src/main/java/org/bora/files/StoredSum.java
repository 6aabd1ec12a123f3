package org.bora.files;

import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Compares the bytes of a file that is copied with the checksum that was taken when it was stored:
 * a copy of bytes that a disk has damaged must not get a valid checksum of its own.
 */
public final class StoredSum {
  private StoredSum() {}

  /**
   * To be called after the last byte. A file without a stored checksum passes.
   *
   * @param file that was read
   * @param facts of it, before its first byte was read
   * @param name by which the log and the administrator find it
   * @param read ADLER32 of all its bytes, eight lower-case hexadecimal digits
   * @throws StorageException DAMAGED where the bytes are not those that were stored; CHANGED where
   *     the file was changed while it was read
   */
  public static void require(OpenFile file, EntryFacts facts, Name name, String read)
      throws StorageException {
    if (facts.adler32().isEmpty() || facts.adler32().get().equals(read)) {
      return;
    }
    if (!facts.adler32().equals(file.facts().adler32())) {
      throw new StorageException(
          Reason.CHANGED, "'" + name.path() + "' was changed while it was copied");
    }
    throw new StorageException(
        Reason.DAMAGED,
        "file '"
            + name.path()
            + "': its bytes on disk are not those that were stored (ADLER32 is "
            + read
            + ", stored was "
            + facts.adler32().get()
            + "). Nothing was copied");
  }
}
