package org.bora.backend.stage.rebuild;

/**
 * What was found in an area, and done about it (or would be, in a dry run).
 *
 * @param directories read
 * @param files that were stored through SRM
 * @param bytes of these files, on disk or not
 * @param entered files that the books did not have
 * @param corrected files that the books had at another name, or at another place between disk and
 *     tape
 * @param strangers files that were not stored through SRM; the books never have them
 * @param copies files that carry the identifier of another one, which is there: an account copied
 *     them with all their attributes. The books have the other
 * @param unreadable entries that the filesystem did not let us look at, and directories that it did
 *     not sync
 * @param unsealed files that carry an identifier which Bora has not sealed on them, and which the
 *     books do not have under their name; the books do not get them
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
