package org.bora.backend.stage.buffer;

/**
 * Bytes of a buffer that cannot leave it, by the reason.
 *
 * @param pinned a caller has a pin on the file
 * @param atWork the file is open, being written anew, recalled or migrated
 * @param refused the filesystem did not release it; the log tells why
 */
record Kept(long pinned, long atWork, long refused) {
  static final Kept NOTHING = new Kept(0, 0, 0);

  Kept plus(Kept other) {
    return new Kept(pinned + other.pinned, atWork + other.atWork, refused + other.refused);
  }
}
