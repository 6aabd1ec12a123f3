package org.bora.simulation.sql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Types;
import java.util.List;
import org.bora.simulation.sql.query.Query;
import org.bora.simulation.sql.store.Bytes;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Values;

/** {@link ResultSet} and {@link ResultSetMetaData}. */
public final class RowCalls {
  private final Query.Rows rows;
  private int at = -1;
  private boolean wasNull;
  private boolean closed;

  private RowCalls(Query.Rows rows) {
    this.rows = rows;
  }

  static ResultSet of(Query.Rows rows) {
    return Parts.of(ResultSet.class, new RowCalls(rows));
  }

  public boolean next() {
    at++;
    return at < rows.rows().size();
  }

  public boolean wasNull() {
    return wasNull;
  }

  public int findColumn(String label) throws SQLException {
    List<String> labels = rows.labels();
    for (int i = 0; i < labels.size(); i++) {
      if (labels.get(i).equalsIgnoreCase(label)) {
        return i + 1;
      }
    }
    throw new SQLException("Column '" + label + "' not found.", "S0022");
  }

  private Object value(int column) {
    Object value = rows.rows().get(at)[column - 1];
    wasNull = value == null;
    return value;
  }

  public long getLong(int column) {
    Object value = value(column);
    return value == null ? 0 : Values.number(value);
  }

  public long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  public int getInt(int column) {
    return Math.toIntExact(getLong(column));
  }

  public int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  public boolean getBoolean(int column) {
    return getLong(column) != 0;
  }

  public boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  public String getString(int column) {
    Object value = value(column);
    return value == null ? null : value.toString();
  }

  public String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  public byte[] getBytes(int column) {
    return switch (value(column)) {
      case null -> null;
      case Bytes bytes -> bytes.toArray();
      case Object number -> number.toString().getBytes(StandardCharsets.US_ASCII);
    };
  }

  public byte[] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  public Object getObject(int column) {
    Object value = value(column);
    if (value instanceof Bytes bytes) {
      return isBinary(column) ? bytes.toArray() : bytes.text();
    }
    return value;
  }

  public Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  private boolean isBinary(int column) {
    ColumnType.Kind kind = rows.kinds().get(column - 1);
    return kind == ColumnType.Kind.BINARY || kind == ColumnType.Kind.FIXED_BINARY;
  }

  public ResultSetMetaData getMetaData() {
    return Parts.of(ResultSetMetaData.class, this);
  }

  public int getColumnCount() {
    return rows.labels().size();
  }

  public String getColumnLabel(int column) {
    return rows.labels().get(column - 1);
  }

  public String getColumnName(int column) {
    return getColumnLabel(column);
  }

  public int getColumnType(int column) {
    return switch (rows.kinds().get(column - 1)) {
      case NUMBER -> Types.BIGINT;
      case TEXT -> Types.VARCHAR;
      case BINARY, FIXED_BINARY -> Types.VARBINARY;
    };
  }

  public void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }

  public SQLWarning getWarnings() {
    return null;
  }

  @Override
  public String toString() {
    return rows.labels().toString();
  }
}
