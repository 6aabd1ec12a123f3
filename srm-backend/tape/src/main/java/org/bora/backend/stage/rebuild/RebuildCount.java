package org.bora.backend.stage.rebuild;

/**
 * What was found in an area, and what was done (or would be, in a dry run).
 *
 * @param directories read
 * @param files that were stored through SRM
 * @param bytes of these files, on disk or not
 * @param entered files that were not in the books
 * @param corrected files that had another name or another residency in the books
 * @param strangers files that were not stored through SRM, and never enter the books
 * @param copies files with the identifier of another existing file, because an account copied them
 *     with all attributes; the books have the other file
 * @param unreadable entries that could not be read, and directories that could not be synced
 * @param unsealed files with an identifier without a valid seal that the books do not have under
 *     their name; they are not entered
 */
public record RebuildCount(
    long directories,
    long files,
    long bytes,
    long entered,
    long corrected,
    long strangers,
    long copies,
    long unreadable,
    long unsealed) {
  static final RebuildCount NOTHING = new RebuildCount(0, 0, 0, 0, 0, 0, 0, 0, 0);
  static final RebuildCount DIRECTORY = new RebuildCount(1, 0, 0, 0, 0, 0, 0, 0, 0);
  static final RebuildCount STRANGER = new RebuildCount(0, 0, 0, 0, 0, 1, 0, 0, 0);
  static final RebuildCount UNREADABLE = new RebuildCount(0, 0, 0, 0, 0, 0, 0, 1, 0);

  static RebuildCount file(long bytes) {
    return new RebuildCount(0, 1, bytes, 0, 0, 0, 0, 0, 0);
  }

  /** What was done about files that were counted before. */
  static RebuildCount mended(long entered, long corrected, long copies, long unsealed) {
    return new RebuildCount(0, 0, 0, entered, corrected, 0, copies, 0, unsealed);
  }

  RebuildCount plus(RebuildCount other) {
    return new RebuildCount(
        directories + other.directories,
        files + other.files,
        bytes + other.bytes,
        entered + other.entered,
        corrected + other.corrected,
        strangers + other.strangers,
        copies + other.copies,
        unreadable + other.unreadable,
        unsealed + other.unsealed);
  }
}
