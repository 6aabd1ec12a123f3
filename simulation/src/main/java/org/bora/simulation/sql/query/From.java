package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.simulation.sql.store.Bytes;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Tables;

/**
 * One source in a FROM clause.
 *
 * @param table its name; null if it is a query
 * @param query null if it is a table
 * @param index that must be used; null if the server may choose
 * @param left whether a row without a partner stays
 * @param on condition of the join; null if there is none
 */
public record From(String table, Query query, String alias, String index, boolean left, Expr on) {
  private static final String SESSIONS = "information_schema.PROCESSLIST";

  public From {
    Objects.requireNonNull(alias, "alias");
  }

  /** The same with the condition of its join. */
  public From joined(boolean outer, Expr condition) {
    return new From(table, query, alias, index, outer, condition);
  }

  /**
   * A source, with its rows if it is not a table.
   *
   * @param rows null if it is a table
   */
  record Opened(Source source, List<Object[]> rows) {}

  Opened open(Run run, Frame outer) {
    if (query != null) {
      Query.Rows found = query.run(run, outer);
      return new Opened(new Source(alias, null, found.labels(), found.kinds()), found.rows());
    }
    if (table.equalsIgnoreCase(SESSIONS)) {
      return sessions(run);
    }
    if (table.contains(".")) {
      throw Refusal.notSimulated("the table " + table);
    }
    return new Opened(source(run.tables()), null);
  }

  Source source(Tables tables) {
    return Source.of(alias, tables.named(table));
  }

  private Opened sessions(Run run) {
    List<Object[]> rows = new ArrayList<>();
    for (Run.SessionRow session : run.sessions()) {
      rows.add(new Object[] {session.number(), Bytes.of(session.client())});
    }
    List<ColumnType.Kind> kinds = List.of(ColumnType.Kind.NUMBER, ColumnType.Kind.TEXT);
    return new Opened(new Source(alias, null, List.of("ID", "HOST"), kinds), rows);
  }
}
