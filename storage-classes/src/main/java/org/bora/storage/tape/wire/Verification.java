package org.bora.storage.tape.wire;

/** How a copy reported by an external tape system is verified. */
public enum Verification {
  /** The report of a migration has the ADLER32 of the tape copy, which equals the file's. */
  CHECKSUM,
  /**
   * The report suffices: the site guarantees that its tape system verifies what it writes. Bora
   * compares a checksum only if the report has one.
   */
  TRUSTED
}
