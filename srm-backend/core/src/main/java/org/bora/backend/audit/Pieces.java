package org.bora.backend.audit;

import java.util.Optional;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;

/**
 * The audit lines of one call. The lines of a call with thousands of files are written in pieces,
 * so that other calls can write in between. If a piece cannot be written, the others are still
 * given to the log, which writes them when there is space again. Not thread safe.
 */
final class Pieces {

  private static final int BYTES = 128 * 1024;

  private final AuditTrail trail;
  private final AuditLines lines;
  private Optional<AuditUnavailable> first = Optional.empty();

  Pieces(AuditTrail trail) {
    this.trail = trail;
    this.lines = trail.lines();
  }

  /** Where the next line is put. */
  AuditLines lines() {
    return lines;
  }

  /** One line more is whole. */
  void lineEnded() {
    if (lines.size() > BYTES) {
      write();
    }
  }

  /** All lines are given; tells why one of them could not be written. */
  Optional<AuditUnavailable> end() {
    write();
    return first;
  }

  private void write() {
    try {
      trail.write(lines);
    } catch (AuditUnavailable e) {
      first = first.or(() -> Optional.of(e));
    }
  }
}
