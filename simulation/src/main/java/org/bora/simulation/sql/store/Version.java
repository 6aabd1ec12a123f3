package org.bora.simulation.sql.store;

import java.util.HexFormat;
import java.util.Objects;

/** What a row is, for those who look at it from outside. */
public final class Version {
  private final Table table;
  private final Object[] values;

  /** As it is stored: one value for each column. */
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

  /** Of a column that is not null. */
  public String text(String column) {
    return Values.bytes(value(column)).text();
  }

  /** Of a column that is not null. */
  public long number(String column) {
    return Values.number(value(column));
  }

  /** Of a column that is not null: its bytes as digits. */
  public String digits(String column) {
    return HexFormat.of().formatHex(Values.bytes(value(column)).toArray());
  }

  /** Whether a condition or a number is neither 0 nor null. */
  public boolean holds(String column) {
    return Values.holds(value(column));
  }
}
