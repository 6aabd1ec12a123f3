package org.bora.storage.spi;

import java.util.List;
import java.util.UUID;

/**
 * A batch in the hands of a tape system, and what it reports. The driver calls back from any
 * thread, one at a time for a batch; the callee does not block for long. For every file only the
 * first call of {@link #done} or {@link #failed} counts; files without a report when the driver
 * returns count as {@link TapeTrouble.Kind#RETRY}.
 */
public interface TapeWork {

  /** The files, in the order in which they are best worked on: of one volume, by position. */
  List<TapeFile> files();

  /** Bytes of a file that have been moved so far; a sign of life, may be left out. */
  void progress(UUID id, long bytes);

  /**
   * The work is done. For a migration, the copy was verified as described in {@link TapeDriver}.
   *
   * @param location of the file on tape
   */
  void done(UUID id, TapeLocation location);

  void failed(UUID id, TapeTrouble trouble);

  /**
   * A copy was written, but its content could not be verified: it does not count, and must be
   * removed. Only for migrations.
   *
   * @param location of the copy on tape
   */
  default void unverified(UUID id, TapeLocation location, TapeTrouble trouble) {
    failed(id, trouble);
  }

  /**
   * Whether no caller wants a file of the batch any more: the driver leaves it out if it has not
   * begun it, and may stop it if it has, saying STOPPED.
   */
  boolean isUnwanted(UUID id);
}
