package org.bora.simulation.sql.query;

import java.util.List;

/** The meaning of the names in an expression: one row of each source of a query. */
final class Frame {
  final Run run;

  /** The frame of the outer query; null if there is none. */
  final Frame outer;

  final List<Source> sources;

  /** One row of each source; null if an outer join found none. */
  final Object[][] rows;

  /** The rows of the group for an aggregate function; null outside of groups. */
  List<Object[][]> group;

  /** The row that an INSERT tried to write, for VALUES(column). */
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
