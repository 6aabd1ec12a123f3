package org.bora.storage.tape.wire;

/** How a copy reported by an external tape system is verified. */
public enum Verification {
  /** The report of a migration has the ADLER32 of what is on tape, and it is the file's. */
  CHECKSUM,
  /**
   * The report alone: the site vouches that its tape system verifies what it writes. Bora compares
   * a checksum only where the report has one.
   */
  TRUSTED
}
