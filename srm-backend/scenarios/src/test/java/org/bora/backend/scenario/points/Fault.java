package org.bora.backend.scenario.points;

/** What happens to a backend at a point. */
enum Fault {
  /** The process is killed: it does nothing more, and its transactions are rolled back. */
  DEATH,
  /** It freezes and wakes up later, when the database has given up its transactions. */
  CUT,
  /** It freezes and wakes up later; its transactions keep their locks meanwhile. */
  HELD,
  /** As {@link #CUT}, after the database has carried out the statement: its answer is lost. */
  LOST
}
