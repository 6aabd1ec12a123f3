package org.bora.storage.tape.table;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeOperation;

/**
 * The board with batches for pullers. Batches survive a restart of their backend. Thread safe;
 * calls block briefly. All methods throw {@link StorageException} if the board cannot be reached;
 * the call may then have been carried out, and may be repeated.
 *
 * <p>Callers: {@link RecallTableDriver}.
 */
public interface TaskBoard {

  /**
   * Puts a batch on the board. Tasks of a batch whose backend died are taken over if they are the
   * same work, together with their pullers.
   *
   * @param batch its unique identifier
   * @param files in the best order of work; each with a different identifier
   */
  void post(UUID batch, String library, TapeOperation operation, List<TapeFile> files)
      throws StorageException;

  /**
   * Some reports on open files; they are repeated until the files are withdrawn. This call also
   * shows that the batch is still wanted: a batch without calls for a while is no longer handed
   * out.
   */
  List<TapeFileReport> collect(UUID batch) throws StorageException;

  /** Removes files from the board, because they are finished or no longer wanted. */
  void withdraw(UUID batch, Collection<UUID> files) throws StorageException;

  /** Takes the batch off the board. */
  void close(UUID batch) throws StorageException;

  /** Leaves the batch to the backend that posts the same work next. */
  void leave(UUID batch) throws StorageException;
}
