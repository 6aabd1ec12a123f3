package org.bora.simulation.sql.store;

/**
 * The type of a column.
 *
 * @param kind of its values
 * @param least the smallest number; unused for other kinds
 * @param most the largest number, or the length in bytes
 */
public record ColumnType(Kind kind, long least, long most) {
  /** The kinds of values. */
  public enum Kind {
    NUMBER,
    TEXT,
    BINARY,
    /** BINARY(n): padded with zero bytes. */
    FIXED_BINARY
  }

  public static ColumnType number(long least, long most) {
    return new ColumnType(Kind.NUMBER, least, most);
  }

  public static ColumnType text(long most) {
    return new ColumnType(Kind.TEXT, 0, most);
  }

  public static ColumnType binary(long most) {
    return new ColumnType(Kind.BINARY, 0, most);
  }

  public static ColumnType fixedBinary(long length) {
    return new ColumnType(Kind.FIXED_BINARY, 0, length);
  }

  /** The value as the column stores it; strict, which is the default of both servers. */
  Object stored(Object value, String column) {
    if (value == null) {
      return null;
    }
    return kind == Kind.NUMBER ? number(Values.number(value), column) : text(value, column);
  }

  private Long number(Long number, String column) {
    if (number < least || number > most) {
      throw new Refusal(
          Refusal.Kind.OUT_OF_RANGE, "Out of range value for column '" + column + "' at row 1");
    }
    return number;
  }

  private Bytes text(Object value, String column) {
    Bytes bytes = Values.bytes(value);
    if (bytes.length() > most) {
      throw new Refusal(
          Refusal.Kind.TOO_LONG, "Data too long for column '" + column + "' at row 1");
    }
    return kind == Kind.FIXED_BINARY ? bytes.padded(Math.toIntExact(most)) : bytes;
  }
}
