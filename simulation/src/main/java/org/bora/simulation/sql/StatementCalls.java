package org.bora.simulation.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.sql.query.Statement.Outcome;
import org.bora.simulation.sql.store.Bytes;

/** {@link java.sql.Statement} and {@link java.sql.PreparedStatement}. */
public final class StatementCalls {
  private final Session session;
  private final String prepared;
  private final List<Object> parameters = new ArrayList<>();

  /** Results of the last execution that were not taken yet. */
  private final List<Outcome> outcomes = new ArrayList<>();

  private boolean closed;

  /**
   * Creates a statement.
   *
   * @param prepared its text; null if the text is given with each execution
   */
  StatementCalls(Session session, String prepared) {
    this.session = session;
    this.prepared = prepared;
  }

  public boolean execute(String sql) throws SQLException {
    return run(sql);
  }

  public boolean execute() throws SQLException {
    return run(prepared);
  }

  public ResultSet executeQuery(String sql) throws SQLException {
    run(sql);
    return getResultSet();
  }

  public ResultSet executeQuery() throws SQLException {
    return executeQuery(prepared);
  }

  public int executeUpdate(String sql) throws SQLException {
    run(sql);
    return getUpdateCount();
  }

  public int executeUpdate() throws SQLException {
    return executeUpdate(prepared);
  }

  private boolean run(String sql) throws SQLException {
    outcomes.clear();
    outcomes.addAll(session.execute(sql, new ArrayList<>(parameters)));
    return outcomes.getFirst().rows() != null;
  }

  public ResultSet getResultSet() {
    return outcomes.isEmpty() || outcomes.getFirst().rows() == null
        ? null
        : RowCalls.of(outcomes.getFirst().rows());
  }

  /** Row count of the first statement if it changed rows; -1 otherwise. */
  public int getUpdateCount() {
    return outcomes.isEmpty() ? -1 : Math.toIntExact(outcomes.getFirst().count());
  }

  public boolean getMoreResults() {
    if (!outcomes.isEmpty()) {
      outcomes.removeFirst();
    }
    return !outcomes.isEmpty() && outcomes.getFirst().rows() != null;
  }

  public void setNull(int position, int type) {
    set(position, null);
  }

  public void setObject(int position, Object value) {
    set(position, sql(value));
  }

  public void setBytes(int position, byte[] value) {
    set(position, sql(value));
  }

  public void setString(int position, String value) {
    set(position, sql(value));
  }

  public void setLong(int position, long value) {
    set(position, value);
  }

  public void setInt(int position, int value) {
    set(position, (long) value);
  }

  public void setBoolean(int position, boolean value) {
    set(position, sql(value));
  }

  private void set(int position, Object value) {
    while (parameters.size() < position) {
      parameters.add(null);
    }
    parameters.set(position - 1, value);
  }

  private static Object sql(Object value) {
    return switch (value) {
      case null -> null;
      case byte[] bytes -> Bytes.of(bytes);
      case String text -> Bytes.of(text);
      case Boolean truth -> truth ? 1L : 0L;
      case Long number -> number;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      default -> throw new IllegalArgumentException("not simulated: " + value.getClass());
    };
  }

  public void clearParameters() {
    parameters.clear();
  }

  /** No statement takes long. */
  public void setQueryTimeout(int seconds) {
    // nothing to be done
  }

  public SQLWarning getWarnings() {
    return null;
  }

  public void clearWarnings() {
    // there are no warnings
  }

  public void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public String toString() {
    return prepared == null ? "a statement" : prepared;
  }
}
