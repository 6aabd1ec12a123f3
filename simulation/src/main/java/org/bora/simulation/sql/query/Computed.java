package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.Table;

/** Values of columns that are computed from the other columns of their row. */
public final class Computed {
  private Computed() {}

  /** The value of an expression for a row of a table. */
  public static Object value(Table table, Expr of, Object[] row) {
    Frame frame = new Frame(null, null, List.of(Source.of(table.name(), table)));
    frame.rows[0] = row;
    return of.value(frame);
  }
}
