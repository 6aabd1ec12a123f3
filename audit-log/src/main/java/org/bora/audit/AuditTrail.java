package org.bora.audit;

/** The destination of lines. Thread safe; blocks for as long as a write to a local file takes. */
public interface AuditTrail {

  /** Whether lines are kept; if not, none needs to be built. */
  boolean isOn();

  /**
   * To be asked before work is begun.
   *
   * @throws AuditUnavailable where lines cannot be written and work without them is not wanted
   */
  void check();

  /** An empty sheet for the lines of one event. */
  AuditLines lines();

  /**
   * Writes lines; when it returns they are in the file. The sheet is empty then.
   *
   * @throws AuditUnavailable where they cannot be written and answers without them are not wanted;
   *     they are kept, and written as soon as that is possible
   */
  void write(AuditLines lines);

  /** Keeps nothing. */
  static AuditTrail off() {
    return NoTrail.OFF;
  }
}
