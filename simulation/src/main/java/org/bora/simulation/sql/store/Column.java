package org.bora.simulation.sql.store;

import java.util.Objects;
import java.util.function.Function;

/**
 * A column.
 *
 * @param byDefault value if an INSERT does not name the column
 * @param mandatory whether it has no default and may not be NULL
 */
public record Column(
    String name, ColumnType type, boolean nullable, Object byDefault, boolean mandatory) {
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  /** The stored value; refuses a value that the column cannot hold. */
  Object stored(Object value) {
    if (value == null && !nullable) {
      throw new Refusal(Refusal.Kind.NULL_IN_COLUMN, "Column '" + name + "' cannot be null");
    }
    return type.stored(value, name);
  }

  /**
   * A column that is computed from the other columns of its row.
   *
   * @param place among the columns
   * @param of computes the value; receives the row, and must not change it
   */
  public record Generated(int place, Function<Object[], Object> of) {}
}
