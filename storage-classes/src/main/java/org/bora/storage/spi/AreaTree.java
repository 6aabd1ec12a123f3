package org.bora.storage.spi;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The files of one storage area, reached through a handle on its root directory. No path leaves the
 * area: every call resolves its names beneath the root and refuses ({@link
 * StorageException.Reason#ESCAPES}) links that lead out of it, whatever a racing process does.
 *
 * <p>Life cycle: opened once by {@link FileSystemDriver#open}, used by any number of threads at
 * once, closed at shutdown; no call may be made after that. Calls block on the filesystem and are
 * safe on virtual threads. Callers: the operations and sweeps of the backend, which keep no file
 * descriptors, and doors, which keep an {@link OpenFile} during a transfer.
 *
 * <p><b>Durability.</b> When a call returns that makes, renames or removes a name that clients can
 * see, a power failure does not undo it: {@link #makeDirectory}, {@link #removeDirectory}, {@link
 * #removeFile}, {@link #removeEntries}, {@link #rename} (both directories), {@link #publishUpload}
 * and {@link #withdrawUpload}. So callers may then remove what belonged to the name from the
 * database and from tape. Bytes, checksum, owner and mode of an upload are durable when {@link
 * #sealUpload} returns, labels when {@link #relabel} does, and all that {@link Residences} say of a
 * file when their calls return. <b>Not waited for</b> are hidden names that come or go ({@link
 * #beginUpload}, {@link #discardUpload}): an upload that a power failure takes away was not
 * acknowledged, and one that comes back is an orphan for the sweep. Neither are modes and access
 * control lists, unless {@link #syncEntry} is called. A call that throws may have been carried out.
 *
 * <p>All this applies to a process's own calls. What another process has published, renamed or
 * removed is visible before that process has synced it, and the process may die first. {@link
 * #syncName} must be called before anything is removed, entered or reported because of it.
 */
public interface AreaTree extends AutoCloseable {

  /** The root as an absolute physical path without links, as a GridFTP server would name it. */
  Path root();

  /**
   * Continues with the present directory at the path of the root, if a filesystem was mounted there
   * since the area was opened. Calls in progress end on the old mount, which is then released.
   *
   * @param mark the area's mark, which that directory must have
   * @return whether there is another directory or mount, and it has the mark
   */
  default boolean follow(UUID mark) throws StorageException {
    return false;
  }

  /** What an entry is; links in the last place are not followed. */
  EntryFacts facts(AreaPath path) throws StorageException;

  /**
   * Opens a directory for reading. NOT_A_DIRECTORY if it is a file, NOT_A_DIRECTORY or ESCAPES if
   * it is a link.
   */
  Listing list(AreaPath directory) throws StorageException;

  /**
   * Makes one directory; EXISTS, MISSING (parent). A set-group bit that the filesystem hands down
   * from the parent stays. Where the parent has a default list, that list alone decides who may
   * what, as POSIX has it, and {@code mode} means nothing. Durable when it returns.
   */
  void makeDirectory(AreaPath path, Owner owner, int mode) throws StorageException;

  /** Removes an empty directory, for good; NOT_EMPTY also when only hidden entries are in it. */
  void removeDirectory(AreaPath path) throws StorageException;

  /**
   * The same of a directory that does not have a note ({@link #annotate}). Where the filesystem has
   * locks for directories that all hosts see, the directory does not get the note between the look
   * and the removal either, however long this process hangs there.
   *
   * @param unless name of the note
   * @return false where the directory has it, and stays
   * @throws StorageException also BUSY, while a note is put on it
   */
  boolean removeDirectory(AreaPath path, String unless) throws StorageException;

  /** Removes a file or link, for good; IS_A_DIRECTORY for a directory. */
  void removeFile(AreaPath path) throws StorageException;

  /**
   * Removes entries of one directory as {@link #removeFile} and {@link #removeDirectory} do, and
   * waits once for all of them: in a wide directory the wait is the main cost. A file is removed
   * only if it is the one that the caller saw, however long this process was frozen since.
   *
   * @return why entries stay, by name: MISSING if there is no entry of this name, CHANGED if
   *     another file has it. All others are permanently removed
   * @throws StorageException if nothing is known about any entry: the directory is missing, or the
   *     wait failed
   */
  Map<String, StorageException> removeEntries(AreaPath directory, List<Removal> entries)
      throws StorageException;

  /**
   * Renames within the area, never over an existing entry (EXISTS). UNSUPPORTED for a directory
   * into itself and between filesystems. Durable when it returns.
   */
  void rename(AreaPath from, AreaPath to) throws StorageException;

  /**
   * Sets the twelve permission bits; where an access control list names accounts, those of the
   * group are its mask. A power failure may undo the last ones.
   */
  void setMode(AreaPath path, int mode) throws StorageException;

  /** Whether the filesystem has access control lists, according to its root. */
  boolean keepsAcls() throws StorageException;

  /**
   * The access control list of a file or directory; its mode bits if it has no list, or if the
   * filesystem has none. UNSUPPORTED for anything else, a link included.
   */
  Acl acl(AreaPath path) throws StorageException;

  /**
   * Sets the access control list of a file or directory, and with it the permission bits.
   * UNSUPPORTED if the list names accounts and the filesystem has no lists, and for other types of
   * entries. Callers must coordinate concurrent changes of a list. A power failure may undo the
   * last changes, unless {@link #syncEntry} follows.
   */
  void setAcl(AreaPath path, Acl acl) throws StorageException;

  /** What new entries of a directory begin with; empty where their mode decides. */
  Optional<Acl> defaultAcl(AreaPath directory) throws StorageException;

  /**
   * Sets what new entries of a directory begin with; empty takes the list away. As {@link #setAcl},
   * and NOT_A_DIRECTORY.
   */
  void setDefaultAcl(AreaPath directory, Optional<Acl> acl) throws StorageException;

  /** Waits until mode, lists and bytes of a file or directory are on stable storage. */
  void syncEntry(AreaPath path) throws StorageException;

  /**
   * Waits until the directory of an entry is on stable storage with its names: for entries that
   * another process has published, renamed or removed before it may have died. MISSING if there is
   * no such directory.
   */
  void syncName(AreaPath path) throws StorageException;

  SpaceFacts space() throws StorageException;

  /**
   * Creates the empty hidden file of an upload, owned by {@code owner}. Idempotent. MISSING where
   * the target's directory is, NO_SPACE, QUOTA.
   *
   * @param mode with {@link Upload#HELD} where its writer will hold it; the bit is left out where
   *     hosts do not see each other's locks
   */
  void beginUpload(Upload upload, Owner owner, int mode) throws StorageException;

  /**
   * Reserves room for an upload in the filesystem, if the filesystem can and {@link
   * TreeSettings#preallocate} requires it; otherwise without effect. The size of the hidden file
   * does not change. Idempotent, also while bytes arrive: a GridFTP server that truncates the file
   * when it opens it releases the room, which can then be reserved again (docs/adr/0016). NO_SPACE,
   * QUOTA, MISSING.
   */
  void preallocate(Upload upload, long bytes) throws StorageException;

  /** What moves the bytes of files between disk and tape. */
  Residences residences();

  /**
   * The absolute physical path of the hidden file, without links, for a transfer URL. MISSING where
   * the target's directory is. A string, because {@link Path} refuses names outside ASCII when the
   * process was started in the C locale.
   */
  String uploadPath(Upload upload) throws StorageException;

  /**
   * The absolute physical path of an existing entry, without links (a link that stays inside the
   * area is followed, in the last place too), for a transfer URL.
   */
  String physicalPath(AreaPath path) throws StorageException;

  /**
   * Opens a file for reading. A link that stays inside the area is followed. MISSING,
   * IS_A_DIRECTORY, UNSUPPORTED if it is not a file.
   */
  OpenFile openFile(AreaPath path) throws StorageException;

  /**
   * Opens the hidden file of an upload for writing. MISSING if it is gone.
   *
   * @param directory of its target
   * @param upload its identifier
   */
  OpenFile openUpload(AreaPath directory, UUID upload) throws StorageException;

  /** The attributes of the hidden file; empty if there is none. */
  Optional<EntryFacts> uploadFacts(Upload upload) throws StorageException;

  /**
   * Whether an upload was never written since it was begun, not even by a transfer of no bytes: it
   * is empty, and its bytes were never modified. A GridFTP server truncates what it opens for
   * writing, which counts as a modification. Also true for an empty upload if the filesystem has no
   * creation times, or if its clock did not advance in between; false if there is no upload.
   */
  boolean isUnwritten(Upload upload) throws StorageException;

  /**
   * Whether the writer of an upload has closed it or ended, so that nothing is written to it any
   * more. False if its writer does not hold its files ({@link OpenFile#hold}, {@link Upload#HELD}),
   * if hosts do not see each other's locks, and if there is no such upload.
   *
   * @param young whether its writer may not have opened it yet: it is not abandoned then as long as
   *     there are no bytes in it
   */
  boolean isAbandoned(Upload upload, boolean young) throws StorageException;

  /**
   * Accepts the checksum that a door has written on an upload ({@link OpenFile#sum}), so that
   * {@link #sealUpload} need not read the bytes. Without effect if the upload has another checksum,
   * was written to since, has a second name, or does not exist.
   *
   * @param adler32 from the door itself: the attribute alone is not enough, because the file's
   *     owner can write it
   */
  void vouchUpload(Upload upload, String adler32) throws StorageException;

  /**
   * Makes the bytes of an upload final: reads them once for the ADLER32, writes checksum, label and
   * identifier into extended attributes, sets owner and mode, syncs the file. Where the directory
   * has a default list, that list decides as for any new file, and {@code mode} means nothing.
   * Takes as long as reading the file does. Idempotent: may be repeated after a crash, and finds
   * its own result when the upload has been published already (its label is then the one of the
   * first time). MISSING where neither is there, or where the hidden file is removed meanwhile:
   * then reading stops. BUSY when bytes still arrive. DENIED where the hidden name means a file of
   * another account than {@code owner}, or one with a second name. Holes of a gigabyte and more are
   * not read.
   */
  Sealed sealUpload(Upload upload, Owner owner, int mode, FileLabel label) throws StorageException;

  /**
   * Writes another label on a file; content, times and checksum stay. Durable when it returns.
   * UNSUPPORTED for anything but a file.
   */
  void relabel(AreaPath path, FileLabel label) throws StorageException;

  /**
   * Leaves a note of a door ({@link OpenFile#note}) on a file or directory that is there, in place
   * of another one; times stay. That of a file holds for its bytes, that of a directory always.
   * Durable when it returns. BUSY for a directory that another caller removes at that moment,
   * because it has no note; MISSING once it is gone.
   *
   * @param before what the note must be, or its text already; empty for none
   * @param text empty to remove the note
   * @return whether it is so now; false where another note is there, and stays
   * @throws StorageException NO_SPACE, UNSUPPORTED where the filesystem has no room for it
   */
  boolean annotate(AreaPath path, String note, Optional<String> before, Optional<String> text)
      throws StorageException;

  /** A note on a file or directory; empty if there is no valid one. */
  Optional<String> note(AreaPath path, String note) throws StorageException;

  /**
   * The facts of the books about a file.
   *
   * @param label the label that it must have
   * @param copy its tape copy; SHA-256 and time of writing are not compared
   * @param onTapeAlone whether its bytes are not on disk
   */
  record Known(UUID id, FileLabel label, Optional<TapeCopy> copy, boolean onTapeAlone) {
    public Known {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(label, "label");
      Objects.requireNonNull(copy, "copy");
    }
  }

  /**
   * Seals those attributes of a file that agree with the books: identifier, tape copy, mark of a
   * stub. The label is written again. For files of an earlier release, or from a backup. Without
   * effect for a file with another identifier or a second name. MISSING if there is none.
   */
  void vouch(AreaPath path, Known known) throws StorageException;

  /**
   * Renames a sealed upload over its target and syncs the directory; atomic for readers.
   * Idempotent: a target that carries the upload's identifier means that it was done. BUSY when it
   * was never sealed or was written to since: seal again.
   *
   * @param replace whether an existing file may be replaced; otherwise EXISTS. A directory is never
   *     replaced (IS_A_DIRECTORY)
   */
  void publishUpload(Upload upload, boolean replace) throws StorageException;

  /**
   * Whether the target is this very upload, published. Where another process did that, and died, a
   * power failure may undo it, unless {@link #publishUpload} or {@link #syncName} comes after.
   */
  boolean isPublished(Upload upload) throws StorageException;

  /**
   * Permanently removes the file of a published upload, and no other file that may have its name
   * now. Another process may briefly find no file under the name. If the process dies during this
   * call, {@link #eachUpload} finishes the removal, and returns another file that had the name.
   *
   * @return whether it existed; if not, a power failure does not restore it
   */
  boolean withdrawUpload(Upload upload) throws StorageException;

  /** Removes the hidden file of an upload; without effect if there is none. */
  void discardUpload(Upload upload) throws StorageException;

  /**
   * Walks the whole area once, slowly, and reports every hidden upload file and every directory
   * found, for the sweep of orphans. Directories that vanish or cannot be read are passed over.
   * Files that a process had moved aside in {@link #rename} or {@link #withdrawUpload} when it died
   * get their names back, but for the file that was meant: the old name of a file that was moved
   * goes, and so does a file that was being removed, by {@link #removeEntries} as well.
   *
   * @param before files moved aside at this time or later are left to the process that did it; no
   *     process takes minutes for that
   */
  void eachUpload(Instant before, HiddenFinds found) throws StorageException;

  /** Reports the hidden upload files in one directory, and not below it. */
  void eachUploadIn(AreaPath directory, Consumer<FoundUpload> found) throws StorageException;

  @Override
  void close();
}
