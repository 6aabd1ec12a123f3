package org.bora.backend.database;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A JDBC template that counts statements. */
final class CountedTemplate extends JdbcTemplate {
  private final LongAdder statements;

  private CountedTemplate(DataSource connections, LongAdder statements) {
    super(connections);
    this.statements = statements;
  }

  static JdbcClient client(DataSource connections, LongAdder statements) {
    return JdbcClient.create(new CountedTemplate(connections, statements));
  }

  /** Of each statement, before it is sent. */
  @Override
  protected void applyStatementSettings(Statement statement) throws SQLException {
    statements.increment();
    super.applyStatementSettings(statement);
  }
}
