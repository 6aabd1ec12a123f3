package org.bora.storage.spi;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Moves the bytes of an area's files off the disk and back, and keeps the two facts about them
 * ({@link Residency}) in extended attributes of the files. {@link EntryFacts#residency} tells them.
 *
 * <p>A file that was released is a stub: it has the name, owner, access control list, times and
 * size (sparse) of the file, mode 000 and a mark, so that no reader can take it for data. {@link
 * EntryFacts#mode}, {@link AreaTree#acl} and their setters speak of the file as it will be again.
 * Filesystems that do this themselves (HSM) do it their way behind the same calls.
 *
 * <p>Every call names the file it means by the identifier of the upload that made it ({@link
 * EntryFacts#id}) besides its path. Where another file has the path by now, or none, nothing
 * happens to it and the call answers MISSING: renames, removals and overwrites may race with all of
 * this. All calls may be repeated, after a crash too, and find what they did before. They block on
 * the filesystem and are safe on virtual threads. Callers: stage/ of the backend. Two callers must
 * not work on one file at the same time; the backend's tables see to that.
 */
public interface Residences {

  /**
   * Gives an identifier and a checksum to a file that no upload made, so that it can be migrated;
   * reads it once. Returns the identifier it has already, if it has one.
   */
  UUID adopt(AreaPath path) throws StorageException;

  /**
   * Notes a verified tape copy. BUSY where size or checksum are not those of the file as it is now:
   * it was changed while it was copied, and the copy is of no use. Durable when it returns.
   */
  void noteTapeCopy(AreaPath path, UUID id, TapeCopy copy) throws StorageException;

  /** Notes what stands between a released file and its bytes, or that nothing does. Durable. */
  void noteTrouble(AreaPath path, UUID id, Optional<Residency.Trouble> trouble)
      throws StorageException;

  /**
   * Makes everything ready to take the bytes off the disk. What an earlier attempt made ready is
   * gone. UNSUPPORTED where no tape copy of this content is noted; BUSY where the file was changed.
   * For a file that was released already the rest does nothing.
   *
   * <p>A caller that prepares a release, then looks for users of the file, and then carries it out,
   * and a user that announces itself and then calls {@link #keep}, cannot miss each other: the
   * caller sees the user, or the user withdraws the release.
   */
  PreparedRelease prepareRelease(AreaPath path, UUID id) throws StorageException;

  /**
   * Withdraws a release that was prepared and not carried out, whichever process prepared it: it
   * can no longer be carried out. Returns whether the file is on disk; that stays so until another
   * release is prepared, also after a power failure. Where a filesystem cannot exchange two names,
   * a recall by another process that has not ended yet may be undone by one. Filesystems that
   * release files themselves (HSM) cannot withdraw: there a reader of a released file waits until
   * the filesystem has brought it back.
   */
  boolean keep(AreaPath path, UUID id) throws StorageException;

  /** Prepares a release and carries it out. Idempotent. */
  default void release(AreaPath path, UUID id) throws StorageException {
    try (PreparedRelease prepared = prepareRelease(path, id)) {
      prepared.carryOut();
    }
  }

  /**
   * Creates an empty hidden file in the stub's directory for the recalled bytes, with room for all
   * of them (NO_SPACE, QUOTA), writable only for this process. It replaces the file of an earlier
   * attempt. Returns its absolute physical path without links. UNSUPPORTED for a file that is on
   * disk, which is then on stable storage.
   *
   * @param size of the tape copy; not taken from the stub, whose owner could change it
   */
  String beginRecall(AreaPath path, UUID id, long size) throws StorageException;

  /**
   * Verifies size and checksums of the recalled bytes against the tape copy, sets owner, access
   * control list, mode, times and attributes of the stub, and replaces the stub. Atomic for
   * readers, durable when it returns, idempotent. A tape system may replace the hidden file by
   * another one of the same name. DAMAGED if size or checksum are wrong: the stub stays, and the
   * bytes are discarded. MISSING if there are no recalled bytes or the file is gone.
   */
  void finishRecall(AreaPath path, UUID id) throws StorageException;

  /** Removes the bytes of an abandoned recall; without effect if there are none. */
  void discardRecall(AreaPath path, UUID id) throws StorageException;

  /**
   * Reads a file on disk and compares it with its stored checksum. DAMAGED if they differ; BUSY if
   * the file was changed since, so that the checksum does not apply.
   *
   * @param pace gets the size of each piece before the next one is read, and may block to limit the
   *     rate
   */
  void verify(AreaPath path, UUID id, Pace pace) throws StorageException;

  /**
   * Walks the whole area once, slowly, and reports every hidden file of a release or recall, for a
   * sweep. Directories that vanish or cannot be read are passed over.
   */
  void eachResidue(Consumer<FoundResidue> found) throws StorageException;

  /**
   * Puts right what a crash left of a release or recall, and removes what a recall has brought so
   * far: only for files that no engine is working on. Never removes what may be the only copy of a
   * user's bytes. Nothing happens where nothing is left.
   */
  void settle(FoundResidue residue) throws StorageException;

  /** Slows down long reading, or stops it. */
  @FunctionalInterface
  interface Pace {
    /**
     * So many bytes were read.
     *
     * @throws StorageException to stop; it reaches the caller of {@link #verify}
     */
    void read(long bytes) throws StorageException;
  }
}
