package org.bora.simulation.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.sql.query.Assignment;
import org.bora.simulation.sql.query.ColumnUse;
import org.bora.simulation.sql.query.Delete;
import org.bora.simulation.sql.query.Expr;
import org.bora.simulation.sql.query.From;
import org.bora.simulation.sql.query.Insert;
import org.bora.simulation.sql.query.SessionStatement;
import org.bora.simulation.sql.query.Statement;
import org.bora.simulation.sql.query.Update;

/** Parses statements that query or change rows. */
public final class StatementReader {
  private final Tokens tokens;
  private final ExpressionReader expressions;
  private final QueryReader queries;

  private StatementReader(String sql) {
    tokens = new Tokens(sql);
    expressions = new ExpressionReader(tokens);
    queries = new QueryReader(tokens, expressions);
  }

  /**
   * Parses all statements of a text, separated by semicolons.
   *
   * @throws org.bora.simulation.sql.store.Refusal if one of them is not simulated
   */
  public static List<Statement> read(String sql) {
    return new StatementReader(sql).all();
  }

  private List<Statement> all() {
    List<Statement> statements = new ArrayList<>();
    while (!tokens.isEnd()) {
      statements.add(statement());
      if (!tokens.isEnd()) {
        tokens.expect(";");
      }
    }
    return statements;
  }

  private Statement statement() {
    if (tokens.isAny("SELECT", "(")) {
      return queries.query();
    }
    if (tokens.isAny("INSERT", "REPLACE")) {
      return insert();
    }
    if (tokens.take("UPDATE")) {
      return update();
    }
    if (tokens.take("DELETE", "FROM")) {
      return delete();
    }
    if (tokens.take("COMMIT")) {
      return SessionStatement.commit();
    }
    if (tokens.take("ROLLBACK")) {
      return SessionStatement.rollback();
    }
    if (tokens.take("KILL")) {
      tokens.take("CONNECTION");
      return SessionStatement.kill(tokens.number());
    }
    if (tokens.take("SET", "SESSION")) {
      tokens.name();
      tokens.expect("=");
      expressions.read(); // idle limits are not simulated: dead sessions are ended explicitly
      return SessionStatement.nothing();
    }
    throw tokens.unknown();
  }

  private Statement insert() {
    boolean replaces = tokens.next().is("REPLACE");
    boolean ignored = tokens.take("IGNORE");
    tokens.expect("INTO");
    String table = tokens.name();
    List<String> columns = tokens.is("(") ? tokens.inBrackets(tokens::name) : List.of();
    Insert.Given given =
        tokens.take("VALUES")
            ? new Insert.Given(tokens.list(() -> tokens.inBrackets(expressions::read)), null)
            : new Insert.Given(null, queries.query());
    if (tokens.take("ON", "DUPLICATE", "KEY", "UPDATE")) {
      List<Assignment> changes = tokens.list(this::assignment);
      return new Insert(table, columns, given, Insert.Clash.CHANGES, changes);
    }
    Insert.Clash clash =
        replaces ? Insert.Clash.REPLACES : ignored ? Insert.Clash.IGNORED : Insert.Clash.REFUSED;
    return new Insert(table, columns, given, clash, List.of());
  }

  private Assignment assignment() {
    ColumnUse column = expressions.column();
    tokens.expect("=");
    return new Assignment(column, expressions.read());
  }

  private Statement update() {
    List<From> froms = queries.froms();
    tokens.expect("SET");
    List<Assignment> assignments = tokens.list(this::assignment);
    Expr where = tokens.take("WHERE") ? expressions.read() : null;
    return new Update(froms, assignments, where, queries.ending());
  }

  private Statement delete() {
    String table = tokens.name();
    From from = new From(table, null, table, null, false, null);
    Expr where = tokens.take("WHERE") ? expressions.read() : null;
    return new Delete(from, where, queries.ending());
  }
}
