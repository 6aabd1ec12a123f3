package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Table;

/**
 * What a query takes rows from.
 *
 * @param alias by which its columns are named
 * @param table null where the rows are those of a query or of the server
 * @param columns their names
 * @param kinds of their values
 */
record Source(String alias, Table table, List<String> columns, List<ColumnType.Kind> kinds) {

  static Source of(String alias, Table table) {
    return new Source(
        alias,
        table,
        table.columns().stream().map(column -> column.name()).toList(),
        table.columns().stream().map(column -> column.type().kind()).toList());
  }

  /** The place of a column; -1 where there is none of the name. */
  int place(String column) {
    for (int place = 0; place < columns.size(); place++) {
      if (columns.get(place).equalsIgnoreCase(column)) {
        return place;
      }
    }
    return -1;
  }

  static Refusal unknown(String name) {
    return new Refusal(Refusal.Kind.NO_SUCH_COLUMN, "Unknown column '" + name + "'");
  }
}
