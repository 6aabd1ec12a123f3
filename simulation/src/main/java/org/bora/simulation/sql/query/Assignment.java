package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.Table;

/** {@code SET column = expression}. */
public record Assignment(ColumnUse column, Expr to) {

  /**
   * Assigns one after the other. Later assignments see the results of earlier ones, as in both
   * servers.
   *
   * @param source the position of the changed row
   * @return the row as it is stored
   */
  static Object[] apply(List<Assignment> all, Frame frame, int source, Table table) {
    Object[] values = frame.rows[source].clone();
    frame.rows[source] = values;
    for (Assignment assignment : all) {
      if (assignment.column().source(frame) == source) {
        values[assignment.column().place(frame)] = assignment.to().value(frame);
      }
    }
    return table.stored(values);
  }
}
