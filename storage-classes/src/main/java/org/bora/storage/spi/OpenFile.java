package org.bora.storage.spi;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A file of an area that a door holds open to move its bytes. An open file stays the same, whatever
 * happens to its name: a reader sees one version from beginning to end.
 *
 * <p>Life cycle: opened by {@link AreaTree#openFile} or {@link AreaTree#openUpload}, used by one
 * thread at a time, and closed by any: to close it again does nothing, a call under way ends well,
 * one that comes later fails with IO. Calls block on the filesystem and are safe on virtual
 * threads.
 */
public interface OpenFile extends AutoCloseable {

  /**
   * What is open, as it is now. A reader must look at {@link EntryFacts#residency} before it reads:
   * the bytes of a stub are not those of its file.
   */
  EntryFacts facts() throws StorageException;

  /**
   * Reads bytes, as many as there are at once.
   *
   * @param into a direct buffer
   * @return how many; 0 at the end of the file
   */
  int read(ByteBuffer into, long position) throws StorageException;

  /**
   * Writes the content of a buffer. NO_SPACE, QUOTA.
   *
   * @param from a direct buffer
   */
  void write(ByteBuffer from, long position) throws StorageException;

  /**
   * Holds an upload until this is closed or the process ends. Until then {@link
   * AreaTree#isAbandoned} is false. Call it once, before the first byte is written.
   *
   * @return whether it is held; false where hosts do not see each other's locks
   */
  boolean hold() throws StorageException;

  /**
   * Writes the checksum of an upload on it, so that {@link AreaTree#sealUpload} need not read the
   * bytes. After this nothing may be written. Where other hosts mount the filesystem the bytes are
   * on stable storage when it returns; elsewhere sealing syncs the file.
   *
   * @param adler32 of all bytes, eight lower-case hexadecimal digits
   */
  void sum(String adler32) throws StorageException;

  /** Bytes in one note at most; filesystems may have room for less. */
  int MOST_NOTE_BYTES = 8 * 1024;

  /** How the name of a note begins that belongs to a file whatever its bytes become. */
  String LASTING_NOTE = "kept.";

  /**
   * Leaves a note of a door on an upload, for the bytes that it has now: after this nothing may be
   * written. Only one whose name begins with {@link #LASTING_NOTE} outlives these bytes. A copy on
   * tape keeps it. Not waited for: sealing syncs the file.
   *
   * @param name of the note, lower-case letters and dots
   * @throws StorageException NO_SPACE, UNSUPPORTED where the filesystem has no room for it
   */
  void note(String name, String text) throws StorageException;

  /** A note; empty if there is none, or if the file has changed since. */
  Optional<String> note(String name) throws StorageException;

  @Override
  void close();
}
