package org.bora.backend.audit;

import java.util.Optional;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;

/**
 * The lines of one call. Those of a call that names thousands of files are written in pieces, so
 * that others write in between. A piece that cannot be written keeps no other from being given to
 * the log: what was done is told when there is room again. Not thread safe.
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
