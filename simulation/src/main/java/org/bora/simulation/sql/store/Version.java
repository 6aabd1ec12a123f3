package org.bora.simulation.sql.store;

import java.util.HexFormat;
import java.util.Objects;

/** A version of a row, for readers outside the database. */
public final class Version {
  private final Table table;
  private final Object[] values;

  /** The stored values, one for each column. */
  public Version(Table table, Object[] values) {
    this.table = table;
    this.values = values;
  }

  private Object value(String column) {
    return values[Objects.checkIndex(table.place(column), values.length)];
  }

  public boolean isNull(String column) {
    return value(column) == null;
  }

  /** The number in a column that is not null. */
  public String text(String column) {
    return Values.bytes(value(column)).text();
  }

  /** The text in a column that is not null. */
  public long number(String column) {
    return Values.number(value(column));
  }

  /** The bytes in a column that is not null, as hexadecimal digits. */
  public String digits(String column) {
    return HexFormat.of().formatHex(Values.bytes(value(column)).toArray());
  }

  /** Whether a condition or number is neither 0 nor null. */
  public boolean holds(String column) {
    return Values.holds(value(column));
  }
}
