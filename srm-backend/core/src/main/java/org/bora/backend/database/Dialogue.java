package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * One transaction: its queries and its changes. A change whose result is not needed is buffered and
 * sent together with others of the same kind, the last ones with the commit: even an almost empty
 * exchange costs both sides as much as a simple statement (docs/adr/0026).
 *
 * <p>The order of statements is kept: a query is sent after all changes before it. If the database
 * refuses a buffered change, the next query or the commit fails, and later changes are not run. The
 * dialogue is over then, so code that treats the error as harmless commits only what came before.
 * For one thread.
 */
public final class Dialogue {
  /** In one exchange; more would only make the packet large. */
  private static final int MOST_PARAMETERS = 5_000;

  private static final String NEXT = "; ";

  private final JdbcClient sql;
  private final boolean keeping;
  private final boolean perhapsDone;
  private final StringBuilder text = new StringBuilder();
  private final List<Object> parameters = new ArrayList<>();
  private Throwable failure;

  private Dialogue(JdbcClient sql, boolean keeping, boolean perhapsDone) {
    this.sql = sql;
    this.keeping = keeping;
    this.perhapsDone = perhapsDone;
  }

  /**
   * For a connection that accepts several statements at once.
   *
   * @param perhapsDone whether an earlier attempt may have been committed without an answer
   * @param statements counts the sent statements
   */
  static Dialogue on(Connection connection, boolean perhapsDone, LongAdder statements) {
    // Closing the client's data source is not needed: it holds only this connection.
    JdbcClient sql =
        CountedTemplate.client(new SingleConnectionDataSource(connection, true), statements);
    return new Dialogue(sql, true, perhapsDone);
  }

  /** In the midst of another transaction: everything is sent at once. */
  public static Dialogue within(JdbcClient sql) {
    return new Dialogue(sql, false, false);
  }

  /**
   * Whether an earlier attempt at the same work lost its connection, and may have been committed
   * without an answer, or may be yet. After every other error that passes nothing of it is left.
   */
  public boolean isPerhapsDone() {
    return perhapsDone;
  }

  /**
   * For immediate queries: a later query would run before the statements that are added meanwhile.
   */
  public JdbcClient ask() {
    send();
    return sql;
  }

  /**
   * Gives a statement that returns no rows.
   *
   * @param statement one, with a question mark for each parameter
   */
  public void tell(String statement, List<?> values) {
    checkThatNothingFailed();
    if (parameters.size() + values.size() > MOST_PARAMETERS) {
      send();
    }
    if (!text.isEmpty()) {
      text.append(NEXT);
    }
    text.append(statement);
    parameters.addAll(values);
    if (!keeping) {
      send();
    }
  }

  /**
   * Commits, together with the remaining statements.
   *
   * @param connection of this dialogue
   * @param tracked whether its pool must learn of the commit through the connection itself
   */
  void commit(Connection connection, boolean tracked) throws SQLException {
    if (tracked || text.isEmpty()) {
      send();
      connection.commit();
    } else {
      tell("COMMIT", List.of());
      send();
    }
  }

  /** The driver reads the answers to all of them, and throws the first error. */
  private void send() {
    checkThatNothingFailed();
    if (text.isEmpty()) {
      return;
    }
    try {
      sql.sql(text.toString()).params(parameters).update();
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    } finally {
      text.setLength(0);
      parameters.clear();
    }
  }

  private void checkThatNothingFailed() {
    if (failure != null) {
      throw new IllegalStateException(
          "a statement of this transaction was refused: it can only be rolled back", failure);
    }
  }
}
