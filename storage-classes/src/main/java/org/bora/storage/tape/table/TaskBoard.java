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
   * Puts a batch on the board. Tasks that another batch left behind (its backend died) are taken
   * over where they are the same work, with the pullers that have them.
   *
   * @param batch its identifier, made for it alone
   * @param files in the order in which they are best worked on; each has another identifier
   */
  void post(UUID batch, String library, TapeOperation operation, List<TapeFile> files)
      throws StorageException;

  /**
   * What was reported on open files, some of it; the same comes again until the files are
   * withdrawn. Says also that the batch is still waited for: one that is not asked about for a
   * while is no longer handed out.
   */
  List<TapeFileReport> collect(UUID batch) throws StorageException;

  /** Takes files off the board: all is said, or they are not wanted any more. */
  void withdraw(UUID batch, Collection<UUID> files) throws StorageException;

  /** Takes the batch off the board. */
  void close(UUID batch) throws StorageException;

  /** Leaves the batch to the backend that posts the same work next. */
  void leave(UUID batch) throws StorageException;
}
