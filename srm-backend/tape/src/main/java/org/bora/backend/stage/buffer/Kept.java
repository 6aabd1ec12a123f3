package org.bora.backend.stage.buffer;

/**
 * Bytes of a buffer that cannot leave it, by reason.
 *
 * @param pinned bytes of pinned files
 * @param atWork bytes of files that are open, being overwritten, recalled or migrated
 * @param refused bytes that the filesystem did not release; the log has the reason
 */
record Kept(long pinned, long atWork, long refused) {
  static final Kept NOTHING = new Kept(0, 0, 0);

  Kept plus(Kept other) {
    return new Kept(pinned + other.pinned, atWork + other.atWork, refused + other.refused);
  }
}
