package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.ColumnType;

/** A statement that returns rows. */
public interface Query extends Statement {

  /**
   * Runs the query.
   *
   * @param outer the frame of the outer query; null if there is none
   */
  Rows run(Run run, Frame outer);

  @Override
  default Outcome run(Run run) {
    return Outcome.of(run(run, null));
  }

  /** Rows, with the names and types of their columns. */
  record Rows(List<String> labels, List<ColumnType.Kind> kinds, List<Object[]> rows) {}
}
