package org.bora.simulation.sql.query;

import java.util.List;

/** What the names in an expression stand for: one row of each source of a query. */
final class Frame {
  final Run run;

  /** That of the query around it; null where there is none. */
  final Frame outer;

  final List<Source> sources;

  /** One of each source; null where an outer join found none. */
  final Object[][] rows;

  /** The rows that an aggregate function is about; null outside of groups. */
  List<Object[][]> group;

  /** What an INSERT wanted to write, for VALUES(column). */
  Object[] offered;

  Frame(Run run, Frame outer, List<Source> sources) {
    this.run = run;
    this.outer = outer;
    this.sources = sources;
    this.rows = new Object[sources.size()][];
  }

  void set(Object[][] tuple) {
    System.arraycopy(tuple, 0, rows, 0, rows.length);
  }
}
