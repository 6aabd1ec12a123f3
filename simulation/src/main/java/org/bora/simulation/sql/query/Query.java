package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.ColumnType;

/** What returns rows. */
public interface Query extends Statement {

  /**
   * Asks.
   *
   * @param outer the frame of the query around it; null where there is none
   */
  Rows run(Run run, Frame outer);

  @Override
  default Outcome run(Run run) {
    return Outcome.of(run(run, null));
  }

  /** Rows, and what their columns are called and hold. */
  record Rows(List<String> labels, List<ColumnType.Kind> kinds, List<Object[]> rows) {}
}
