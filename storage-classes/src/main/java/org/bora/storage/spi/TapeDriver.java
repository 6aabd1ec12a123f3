package org.bora.storage.spi;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.storage.spi.StorageException.Reason;

/**
 * A tape system. It does not know requests: it gets batches, and reports on every file.
 *
 * <p>Life cycle: made from the configuration, checked when the process starts ({@link #check}),
 * used by any number of threads, closed at shutdown. {@link #migrate}, {@link #recall} and {@link
 * #remove} block until the batch is through, for hours where the tape takes hours; they are called
 * on virtual threads, at most {@link #drives} batches at a time over all backends. An interrupt
 * means that the process ends: they stop what they can and throw.
 *
 * <p>Idempotence: a process may die at any moment and the same file be handed over again, to this
 * or another backend, while the tape system is still at work on it. Migrating the file again may
 * give it a second copy, of which the last reported counts; it must never damage the first.
 * Recalling again writes the file again. Removing a missing copy succeeds.
 *
 * <p>Verification: a driver reports a migration done only where the size and ADLER32 of what is on
 * tape are the file's: because the driver read the copy itself, because the system reported the
 * ADLER32 of what it wrote, or because the site has configured that it trusts the system. The disk
 * copy may be dropped after that. What is recalled the caller verifies. Callers: stage/ of the
 * backend.
 */
public interface TapeDriver extends AutoCloseable {

  /** The kind, as in the configuration: {@code script}, {@code recall-table}, {@code virtual}. */
  String kind();

  /**
   * Checks whether the system can be used.
   *
   * @throws StorageException with a sentence for the administrator: what is missing, and the remedy
   */
  void check() throws StorageException;

  /** How many batches it can work on at the same time, 1 or more. */
  int drives();

  /**
   * Writes copies and verifies them. Returns when each file was reported on, or nothing more can be
   * done.
   */
  void migrate(TapeWork work) throws InterruptedException;

  /** Brings bytes back into the files at their paths, in the order given where that is possible. */
  void recall(TapeWork work) throws InterruptedException;

  /** Removes copies that are not needed any more. */
  void remove(TapeWork work) throws InterruptedException;

  /**
   * The system's data about files: their present location (volumes are repacked) and whether they
   * can be read. The system does not know files that are missing from the answer. One call for many
   * files; blocks for seconds, not for hours.
   *
   * @throws StorageException if the system does not answer
   */
  Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException;

  /**
   * Reports every object in the system, whether or not Bora knows it; perhaps without objects that
   * are written or removed meanwhile. Blocks for minutes if there are millions.
   *
   * @throws StorageException UNSUPPORTED if the system cannot list its objects; also if it does not
   *     answer, or not completely
   */
  default void eachObject(Consumer<Kept> seen) throws StorageException {
    throw new StorageException(
        Reason.UNSUPPORTED,
        "a tape system of kind '" + kind() + "' cannot list its files for Bora");
  }

  /**
   * An object on tape.
   *
   * @param file for which it was written
   * @param size bytes
   * @param adler32 eight lower-case hexadecimal digits
   */
  record Kept(UUID file, TapeLocation location, long size, String adler32) {}

  /**
   * A file on tape.
   *
   * @param readable false while its volume is disabled or missing
   */
  record Found(TapeLocation location, boolean readable) {}

  @Override
  void close();
}
