package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Table;

/**
 * A source of a query's rows.
 *
 * @param alias the qualifier of its columns
 * @param table null if the rows are those of a query or of the server
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

  /** The position of a column; -1 if there is none of this name. */
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
