package org.bora.storage.tape.wire;

/** By what a copy that a tape system outside reports counts as verified. */
public enum Verification {
  /** The report of a migration has the ADLER32 of what is on tape, and it is the file's. */
  CHECKSUM,
  /**
   * The report alone: the site vouches that its tape system verifies what it writes. Bora compares
   * a checksum only where the report has one.
   */
  TRUSTED
}
